import type { Mention } from './mentions.ts'
import { type Phrases, phraseAt, phrases } from './phrases.ts'
import type { NoteText } from './sentences.ts'

/** What is absent if one of these is normal. */
const NORMALLY: Phrases<string> = phrases({
  'HP:0001627':
    'heart, heart anatomy, cardiac anatomy, echo, echocardiogram, fetal echo, fetal echocardiogram, cardiac exam, four chamber view',
  'HP:0000365': 'hearing, audiogram, hearing test, audiology',
  'HP:0002353': 'eeg',
  'HP:0012443':
    'brain mri, mri brain, mri of the brain, head us, head ultrasound, brain, head mri, brain imaging, head ct, cranial ultrasound, neurosonogram, mri head',
  'HP:0012210': 'kidneys, renal ultrasound, renal us, kidney ultrasound, renal sonogram',
  'HP:0000478': 'eye exam, eyes, ophthalmology exam, eye examination, ophthalmologic exam, dilated eye exam',
  'HP:0000479': 'retina, retinas, fundus, fundi, funduscopy',
  'HP:0000925': 'spine, spine mri, spinal mri',
  'HP:0001249': 'intelligence, cognition, intellect, iq',
  'HP:0001288': 'gait',
  'HP:0003808': 'tone, muscle tone',
})

const NORMAL = /^(normal|nl|wnl|unremarkable|intact)$/
const LINKS = /^(is|are|was|were|and|has|been|exam|both)$/
const MOST_BETWEEN = 3

/** Absent findings from what a note calls normal: 'normal heart', 'kidneys and spine unremarkable'. */
export function normalFindings(note: NoteText): Mention[] {
  const { tokens, gaps } = note
  const found: (Mention & { first: number })[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const part = phraseAt(NORMALLY, tokens, at)
    if (!part) continue
    const { end } = part
    const isNormal =
      (gaps[at] === 'none' && NORMAL.test(tokens[at - 1]?.word ?? '') && tokens[at - 2]?.word !== 'not') ||
      normalAfter(note, end)
    const negated = /^(not|abnormal)$/.test(tokens[at - 1]?.word ?? '')
    if (isNormal && !negated) {
      const before = NORMAL.test(tokens[at - 1]?.word ?? '') && gaps[at] === 'none'
      found.push({ termId: part.means, from: before ? at - 1 : at, to: end, first: at })
    }
    at = end - 1
  }
  return found.map(({ termId, from, to }) => ({ termId, from, to }))
}

function normalAfter({ tokens, gaps, between }: NoteText, end: number): boolean {
  for (let at = end; at < Math.min(tokens.length, end + MOST_BETWEEN + 1); at += 1) {
    const opens = at === end && /^:\s/.test(between[at] ?? '')
    if (gaps[at] !== 'none' && !opens) return false
    const word = tokens[at]?.word ?? ''
    if (NORMAL.test(word)) return true
    if (!LINKS.test(word) && !phraseAt(NORMALLY, tokens, at)) return false
  }
  return false
}
