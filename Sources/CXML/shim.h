// libxml2's SAX parser for documents in memory.
#ifndef TRITONE_CXML_SHIM_H
#define TRITONE_CXML_SHIM_H

// Debian's libxml2 includes ICU's headers, which clash with those of Foundation's own ICU.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/entities.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

#endif
