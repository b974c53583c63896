# Compares instruction counts with those written down in instructions.txt of the folder it is called in: more than 3 %
# above is a failure. Counts don't depend on how busy the machine is. Read by the scripts that count; each says how by a
# function `count`, which is given a line's name and prints the instructions of one hand.

# compare [write]: `write` writes the counts down anew.
compare() {
    new=$(mktemp)
    log=$(mktemp)
    trap 'rm -f "$new" "$log"' EXIT
    worse=0
    printf '%-22s %12s %12s\n' "instructions a hand" counted "written down"
    while read -r name before; do
        now=$(count "$name")
        verdict=$(awk -v now="$now" -v before="$before" 'BEGIN { print (now > before * 1.03) ? "WORSE" : "" }')
        printf '%-22s %12s %12s %s\n' "$name" "$now" "$before" "$verdict"
        echo "$name $now" >>"$new"
        [ -z "$verdict" ] || worse=1
    done <instructions.txt
    if [ "${1:-}" = write ]; then
        cp "$new" instructions.txt
    elif [ "$worse" = 1 ]; then
        echo "some take more instructions than written down" >&2
        exit 1
    fi
}

# counted TOGGLE COMMAND…: runs the command under valgrind, prints what it prints, and leaves the instructions that it
# spent in the functions called TOGGLE in $log.
counted() {
    toggle=$1
    shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no --toggle-collect="$toggle" \
        "$@" 2>"$log"
}
