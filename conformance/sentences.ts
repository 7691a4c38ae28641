import { readFileSync } from 'node:fs'

/** `L-07` of a laboratory, `E-07` of a hospital's record system. */
const MARK = /\[([LE]-\d\d)\]/g

const FILE = new URL('../docs/interfaces.md', import.meta.url)

/** The numbered sentences of docs/interfaces.md, in their sequence there. A number that comes twice is listed twice. */
export function readSentences(
  text: string = readFileSync(FILE, 'utf8'),
): { number: string; words: string }[] {
  const paragraphs = text.split(/\n{2,}|\n(?=[-|#]|\d+\. )/)
  return paragraphs.flatMap((paragraph) => {
    const one = paragraph.replaceAll(/\s*\n\s*/g, ' ').replace(/^(?:[-#]+|\d+\.) /, '')
    return [...one.matchAll(MARK)].map(({ 1: number = '', index }) => ({
      number,
      words: one.startsWith('|') ? rowOf(one) : lastSentenceOf(one.slice(0, index)),
    }))
  })
}

/** `| a | b |` as `a: b`. */
function rowOf(row: string): string {
  const [name = '', ...cells] = row.replaceAll(MARK, '').split(' | ')
  return `${name.replace(/^\| /, '')}: ${cells.join(': ').replace(/\s*\|$/, '')}`.trim()
}

function lastSentenceOf(text: string): string {
  const sentences = text
    .replaceAll(MARK, '')
    .trim()
    .split(/(?<=[.:]\*{0,2}) +(?=[*`\dA-Z])/)
  return sentences.at(-1) ?? ''
}
