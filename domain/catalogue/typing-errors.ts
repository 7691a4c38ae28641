/**
 * The number of letters to insert, delete, replace or swap with their neighbor to turn one word into the
 * other (optimal string alignment); stops counting above `most`.
 */
export function typingErrors(typed: string, meant: string, most: number): number {
  if (Math.abs(typed.length - meant.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: meant.length + 1 }, (_, at) => at)
  for (let i = 1; i <= typed.length; i++) {
    const row = [i]
    for (let j = 1; j <= meant.length; j++) {
      const same = typed[i - 1] === meant[j - 1]
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped = typed[i - 1] === meant[j - 2] && typed[i - 2] === meant[j - 1]
      if (i > 1 && j > 1 && swapped) least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    if (Math.min(...row) > most) return most + 1
    before = last
    last = row
  }
  return last[meant.length] ?? most + 1
}

/** How many typing errors are tolerated in a word of this length. */
function forgiven(length: number): number {
  if (length < 4) return 0
  return length < 7 ? 1 : 2
}

/**
 * The word of `known` that was probably meant: the one with the fewest errors; of several, one with the same
 * beginning, and then the most frequent. Null if none is near.
 */
export function probablyMeant(typed: string, known: ReadonlyMap<string, number>): string | null {
  const most = forgiven(typed.length)
  let best: { word: string; rank: number } | null = null
  for (const [word, frequency] of known) {
    if (most === 0 || word.length < 3) continue
    const errors = typingErrors(typed, word, most)
    if (errors > most) continue
    const rank = errors * 10 + (word[0] === typed[0] ? 0 : 5) - Math.min(frequency, 100) / 100
    if (best === null || rank < best.rank) best = { word, rank }
  }
  return best?.word ?? null
}
