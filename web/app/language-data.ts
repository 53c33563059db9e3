/** A worker. All of the browser's threads share the data of a language, so the first look at them, here, spares the page its own. */
void new Intl.NumberFormat('en-US')
void new Intl.DateTimeFormat('en-GB')
close()
