const MOST = 120

/** Marks that turn the direction of writing: `gpj.exe` reads as `exe.jpg` behind one. And what is not seen at all. */
const DECEIVING = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
/** What a file system of those who download it does not take. */
const RESERVED = /["*:<>?|]/g

/** What stands after the last dot, in lower case; '' where there is none. */
export function endingOf(filename: string): string {
  return /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
}

/**
 * A sender's name of a file as it is kept and handed out: no path, no control characters, letters of any script, at
 * most 120 characters, of which the ending is kept.
 */
export function cleanFilename(sent: string): string {
  const name = (sent.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replace(DECEIVING, '')
    .replace(RESERVED, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const tail = /\.[^.]+$/.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - tail.length).trim() || 'document'
  // By code points: half a letter is none.
  const room = Math.max(MOST - [...tail].length, 1)
  return `${[...stem].slice(0, room).join('').trimEnd()}${[...tail].slice(0, MOST - 1).join('')}`
}
