/// The completion functions of the shells. They ask the program at each Tab, and never evaluate a
/// text of its answer: a playlist may be called `$(rm -r ~)`.
enum CompletionScripts {
  static func script(for shell: String) -> String? {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    case "fish": fish
    default: nil
    }
  }

  static let bash = #"""
    # bash completion for tritone

    _tritone() {
        local -a lines
        local value
        COMPREPLY=()
        mapfile -t lines < <(
            "$1" ---completion bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null
        )
        for value in "${lines[@]:1}"; do
            COMPREPLY+=("$value")
        done
        case ${lines[0]} in
            files*) compopt -o default ;;
            folders*) compopt -o dirnames ;;
        esac
        case ${lines[0]} in
            *open) compopt -o nospace ;;
        esac
    }

    complete -F _tritone tritone
    """#

  static let zsh = #"""
    #compdef tritone

    _tritone() {
        local -a lines values shown before suffix
        local line value
        before=("${(@Q)words[2,CURRENT-1]}")
        lines=("${(@f)$("${(Q)words[1]}" ---completion words tritone \
            "${before[@]}" "${(Q)PREFIX}" 2>/dev/null)}")
        for line in "${(@)lines[2,-1]}"; do
            value="${line%%$'\t'*}"
            values+=("$value")
            if [[ "$line" == *$'\t'* ]]; then
                shown+=("$value  -- ${line#*$'\t'}")
            else
                shown+=("$value")
            fi
        done
        [[ "${lines[1]}" == *open ]] && suffix=(-S '')
        local -i ret=1
        (( ${#values} )) && compadd -l "${suffix[@]}" -d shown -a -- values && ret=0
        case "${lines[1]}" in
            files*) _files && ret=0 ;;
            folders*) _files -/ && ret=0 ;;
        esac
        return ret
    }

    if [[ "${funcstack[1]}" == _tritone ]]; then
        _tritone "$@"
    else
        compdef _tritone tritone
    fi
    """#

  static let fish = #"""
    # fish completion for tritone

    function __tritone_complete
        set -l words (commandline -opc)
        set -l word (commandline -ct)
        set -l lines (command $words[1] ---completion words tritone $words[2..-1] \
            (string unescape -- $word; or echo -- $word) 2>/dev/null)
        set -l rest $lines[2..-1]
        if set -q rest[1]
            printf '%s\n' $rest
        end
        switch "$lines[1]"
            case 'files*'
                __fish_complete_path $word
            case 'folders*'
                __fish_complete_directories $word
        end
    end

    complete -c tritone -f -a '(__tritone_complete)'
    """#
}
