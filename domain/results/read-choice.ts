import { ALLELIC_STATES, CALLS, type Choices, CLASSES, OVERALL, wordOf } from './choices.ts'
import { type Answer, codeOf } from './finding.ts'

/**
 * How laboratories write the answers of a list besides its own words, as `plain` gives them. Only what means the same:
 * `Pathogenic, low penetrance` or a tier remains the laboratory's own word.
 */
const SPELLINGS = new Map<Choices, Readonly<Record<string, readonly string[]>>>([
  [
    CLASSES,
    {
      Pathogenic: ['p', 'pathogenic variant'],
      'Likely pathogenic': ['lp', 'likely pathogenic variant'],
      'Uncertain significance': [
        ...[
          'vus',
          'vous',
          'uncertain',
          'variant of uncertain significance',
          'variant of unknown significance',
        ],
        ...['unknown significance', 'uncertain clinical significance', 'unknown clinical significance'],
        'variant of uncertain clinical significance',
      ],
      'Likely benign': ['lb', 'likely benign variant'],
      Benign: ['b', 'benign variant'],
    },
  ],
  [
    CALLS,
    {
      Present: ['detected', 'found', 'positive', 'pos'],
      Absent: ['not detected', 'not present', 'not found', 'undetected', 'negative', 'neg', 'wild type'],
    },
  ],
  [
    OVERALL,
    {
      Positive: ['pos'],
      Negative: ['neg'],
      Inconclusive: ['uncertain', 'indeterminate'],
      Failure: ['failed', 'test failed'],
    },
  ],
  [ALLELIC_STATES, { Heterozygous: ['het'], Homozygous: ['hom'], Hemizygous: ['hemi'] }],
])

/** Whatever its capitals, and however its words are joined: `LIKELY_PATHOGENIC`; SNOMED CT's kind of term is no part of it. */
const plain = (words: string) =>
  words
    .toLowerCase()
    .replace(/\((qualifier value|finding)\)/g, '')
    .replace(/[\s_-]+/g, ' ')
    .replace(/^ | ?\.?$/g, '')

/** The list's word for what a laboratory wrote; undefined if that is its own. */
function listed(choices: Choices, words: string): string | undefined {
  const written = plain(words)
  const spellings = SPELLINGS.get(choices)
  return choices.find(([word]) => plain(word) === written || spellings?.[word]?.includes(written))?.[0]
}

/**
 * An answer in words: the list's, by its code or however it is written; otherwise the laboratory's own. If code and words are
 * different answers of the list, neither is believed: both are told, which is none of the list.
 */
export function wordIn(choices: Choices, answer: Answer, system = 'LN'): string {
  const { codes, text } = answer
  // LOINC's answers are known by their form, whatever the laboratory says that their system is.
  const loinc = system === 'LN' ? codes.find(({ code }) => /^LA\d+-\d$/.test(code))?.code : undefined
  const coded = wordOf(choices, codeOf(answer, system) || loinc || '')
  const words = text || codes[0]?.name || codes[0]?.code || ''
  const written = listed(choices, words)
  if (coded !== undefined && written !== undefined && coded !== written)
    return `${words.trim()} (its code says ${coded})`
  return coded ?? written ?? words
}
