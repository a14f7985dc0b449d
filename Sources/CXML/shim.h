// libxml2's parser, and of it only what reads a document in memory as events.
#ifndef TRITONE_CXML_SHIM_H
#define TRITONE_CXML_SHIM_H

// Debian's libxml2 brings ICU's headers along, which clash with those of Foundation's own ICU.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/entities.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

#endif
