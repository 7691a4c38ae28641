/**
 * What the grammar allows and the recommendations do not: found in a description without its reference, and
 * noted. Each is frequent in reports, and its meaning is clear.
 */
const HABITS: readonly [RegExp, string][] = [
  [/^p\.\(?Met1([A-Z][a-z]{2})(?!ext)\)?$/, 'A changed start is p.(Met1?), as its effect is unknown'],
  [/^p\.\(?Met1[A-Z][a-z]{2}ext-/, 'An earlier start is p.Met1ext-5, without the new amino acid'],
  [/^p\.\(?([A-Z][a-z]{2})\d+\1fs/, 'A frameshift begins with the first amino acid that differs'],
  [
    /^p\.\(?[A-Z][a-z]{2}\d+Terfs/,
    'A stop at the first changed amino acid is a substitution, such as p.Tyr4Ter',
  ],
  [/^p\.\(\[/, 'Parentheses are inside the brackets: p.[(Ser68Arg;Asn594del)]'],
  [/^p\.[^(]*(ins|delins)Ter[A-Z]/, 'Nothing follows a stop'],
  [/^[cgmnor]\.\[[^;,[\]]*\]$/, 'One variant is written without brackets'],
  [/^[cnr]\..*[+-]\?/, 'An unknown end is a range in parentheses: c.(649+1_650-1)_(1331+1_1332-1)del'],
]

/** The notes on a description such as `p.(Met1Val)`. */
export function habitsIn(change: string): string[] {
  return HABITS.filter(([pattern]) => pattern.test(change)).map(([, words]) => words)
}
