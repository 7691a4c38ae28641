const MOST = 120

/**
 * Marks that reverse the writing direction: after one, `gpj.exe` reads as `exe.jpg`. And invisible
 * characters.
 */
const DECEIVING = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
/** Characters that the downloader's file system may not accept. */
const RESERVED = /["*:<>?|]/g

/** The text after the last dot, in lower case; '' if there is none. */
export function endingOf(filename: string): string {
  return /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
}

/**
 * A sender's file name as it is stored and downloaded: no path, no control characters, letters of any script,
 * at most 120 characters, with its extension.
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
  // By code points, so that no character is split.
  const room = Math.max(MOST - [...tail].length, 1)
  return `${[...stem].slice(0, room).join('').trimEnd()}${[...tail].slice(0, MOST - 1).join('')}`
}
