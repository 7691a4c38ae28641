import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareResults } from '../results/compare/compare-results.ts'
import { someResult, someVariant } from '../results/testing/some-results.ts'
import { LETTER_GAPS, type LetterContent, templateFaults, variantsInLetter, writeLetter } from './letters.ts'
import {
  INITIAL_RECLASSIFICATION_RULES,
  needsFollowUp,
  nextDue,
  progressOf,
  RECLASSIFICATION_STEPS,
  type RecordedStep,
  reclassificationDays,
  type StepContext,
  stepFault,
} from './reclassification.ts'

const result = (variantClass?: string, overall?: string) =>
  someResult({
    ...(overall === undefined ? {} : { overall }),
    variants:
      variantClass === undefined ? [] : [someVariant({ gene: 'LMNA', cdna: 'c.1129C>T', variantClass })],
  })
const VUS = 'Uncertain significance'

describe('a change that a person has to see through', () => {
  test.each<[string, ReturnType<typeof result>, ReturnType<typeof result>, boolean]>([
    ['VUS to likely pathogenic', result(VUS), result('Likely pathogenic'), true],
    ['pathogenic to VUS: a downgrade is action too', result('Pathogenic'), result(VUS), true],
    ['a pathogenic variant that is no longer listed', result('Pathogenic'), result(), true],
    ['a pathogenic variant that is new', result(), result('Pathogenic'), true],
    ['the laboratory’s own word', result(VUS), result('Established risk allele'), true],
    ['the overall answer alone', result(VUS, 'Negative'), result(VUS, 'Positive'), true],
    ['VUS to likely benign', result(VUS), result('Likely benign'), false],
    ['likely pathogenic to pathogenic', result('Likely pathogenic'), result('Pathogenic'), false],
    ['an overall answer where there was none', result(VUS), result(VUS, 'Positive'), false],
    ['nothing', result('Pathogenic', 'Positive'), result('Pathogenic', 'Positive'), false],
  ])('%s', (_, before, after, expected) => {
    expect(needsFollowUp(compareResults([before], [after]), { change: 'interpretation' })).toBe(expected)
  })

  test('a reclassification by the laboratory’s word of which the data shows another class informs, and one of which it shows none is to be seen through', () => {
    const isNeeded = (before: string, after: string) =>
      needsFollowUp(compareResults([result(before)], [result(after)]), { change: 'reclassification' })
    expect(isNeeded(VUS, 'Likely benign')).toBe(false)
    expect(isNeeded(VUS, VUS)).toBe(true)
  })

  test('without data, the laboratory’s word that a variant was reclassified', () => {
    expect(needsFollowUp(null, { change: 'reclassification' })).toBe(true)
    expect(needsFollowUp(null, { change: 'addendum' })).toBe(false)
    expect(needsFollowUp(null, { change: null })).toBe(false)
  })
})

const step = (name: RecordedStep['step'], relative?: string, relation?: string): RecordedStep => ({
  step: name,
  ...(relative === undefined ? {} : { relative }),
  ...(relation === undefined ? {} : { relation }),
})

describe('the progress of a reclassification', () => {
  test.each<[string, RecordedStep[], RecordedStep[], string[]]>([
    ['nothing done', [], [], ['orderer', 'patient', 'relatives']],
    ['all done', [], [step('orderer-told'), step('patient-told'), step('no-relatives')], []],
    ['refused', [], [step('orderer-told'), step('patient-refused'), step('no-relatives')], []],
    ['unreachable', [], [step('orderer-told'), step('patient-unreachable'), step('no-relatives')], []],
    [
      'tried is not told',
      [],
      [step('orderer-told'), step('patient-not-reached'), step('no-relatives')],
      ['patient'],
    ],
    [
      'another version: who was told is to be told again, relatives stay',
      [step('orderer-told'), step('patient-told'), step('relative-listed', 'r1', 'Brother')],
      [],
      ['orderer', 'patient'],
    ],
  ])('%s', (_, before, now, remaining) => {
    expect(progressOf(before, now).remaining).toEqual(remaining)
  })

  test('keeps what became of each relative, of whom an earlier change was told only about that', () => {
    const listed = [step('relative-listed', 'r1', 'Brother'), step('relative-listed', 'r2', 'Mother')]
    const before = [...listed, step('relative-told', 'r1'), step('relative-tested', 'r1')]
    expect(progressOf(before, [step('relative-declined', 'r2')]).relatives).toEqual([
      { key: 'r1', relation: 'Brother', isTold: false, isTested: true, hasDeclined: false },
      { key: 'r2', relation: 'Mother', isTold: false, isTested: false, hasDeclined: true },
    ])
  })

  test('is due for the orderer, then for the patient, by the institution’s days', () => {
    const days = reclassificationDays(
      { ...INITIAL_RECLASSIFICATION_RULES, ordererDays: 5, patientDays: 30 },
      '2026-03-01',
    )
    expect(nextDue({ isOrdererTold: false }, days)).toBe('2026-03-06')
    expect(nextDue({ isOrdererTold: true }, days)).toBe('2026-03-31')
  })

  test('never has fewer steps done by recording one more', () => {
    const anyStep = fc.constantFrom(...RECLASSIFICATION_STEPS).map((name) => step(name, 'r1', 'Brother'))
    fc.assert(
      fc.property(fc.array(anyStep), anyStep, (steps, one) => {
        const [was, is] = [progressOf([], steps).remaining, progressOf([], [...steps, one]).remaining]
        expect(was).toEqual(expect.arrayContaining([...is]))
      }),
    )
  })
})

describe('a step that cannot be recorded', () => {
  const context = (more: Partial<StepContext> = {}): StepContext => ({
    progress: progressOf([], [step('relative-listed', 'r1', 'Brother')]),
    ...{ rules: INITIAL_RECLASSIFICATION_RULES, wish: 'yes', maySign: true, ...more },
  })
  const fault = (one: RecordedStep, more: Partial<StepContext> = {}, against = '', toPatient = true) =>
    stepFault({ ...one, against, toPatient }, context(more))?.rule ?? null

  test('a contact against the patient’s wish, without a reason or by somebody who may not sign', () => {
    const told = step('patient-told')
    expect(fault(told)).toBeNull()
    expect(fault(told, { wish: 'not-asked' })).toBeNull()
    expect(fault(told, { wish: 'no' })).toBe('recontact')
    expect(fault(told, { wish: 'no', maySign: false }, 'Urgent')).toBe('recontact')
    expect(fault(told, { wish: 'no' }, 'Urgent')).toBeNull()
    expect(fault(step('letter'), { wish: 'no' })).toBe('recontact')
    expect(fault(step('letter', 'r1'), { wish: 'no' }, '', false)).toBeNull()
    expect(fault(step('orderer-told'), { wish: 'no' })).toBeNull()
  })

  test('unreachable before the institution’s number of tries', () => {
    const tried = (count: number) => ({
      progress: progressOf([], Array(count).fill(step('patient-not-reached'))),
    })
    expect(fault(step('patient-unreachable'), tried(2))).toBe('tries')
    expect(fault(step('patient-unreachable'), tried(3))).toBeNull()
  })

  test('of a relative who is not listed, or no relatives although some are', () => {
    expect(fault(step('relative-told', 'r2'))).toBe('known')
    expect(fault(step('relative-told', 'r1'))).toBeNull()
    expect(fault(step('letter', 'r2'), {}, '', false)).toBe('known')
    expect(fault(step('no-relatives'))).toBe('listed')
  })
})

const letters = {
  patient: {
    title: 'New information',
    paragraphs: [
      'Dear {patient},',
      '{variant} was {before} and is {after}.',
      '{reportDay}, {laboratoryNumber}',
    ],
  },
  relative: {
    title: 'Information',
    paragraphs: [
      'Dear {recipient},',
      '{familyMember} had a test.',
      '{variant}: {before}, now {after}.',
      '{reportDay}, {laboratoryNumber}',
    ],
  },
}

describe('a letter', () => {
  const content: LetterContent = {
    ...{ patientName: 'Ida Quill', namesPatient: false, recipient: 'Otto' },
    variants: [{ name: 'LMNA NM_170707.4:c.1129C>T', before: VUS, after: 'Likely pathogenic' }],
    laboratory: { name: 'Larkfield Genetics', phone: '(312) 555-0142' },
    ...{
      laboratoryNumber: '26-104',
      institution: 'Harbor Clinic',
      reportDay: '6 May 2026',
      day: '7 May 2026',
    },
  }
  const text = (to: 'patient' | 'relative', more: Partial<LetterContent> = {}) => {
    const { title, paragraphs } = writeLetter(to, letters, { ...content, ...more })
    return [title, ...paragraphs].join('\n')
  }

  test('gives the variant in HGVS with gene and class, and the laboratory’s number', () => {
    for (const to of ['patient', 'relative'] as const)
      for (const told of ['LMNA NM_170707.4:c.1129C>T', 'Likely pathogenic', '26-104', '6 May 2026'])
        expect(text(to)).toContain(told)
    expect(text('patient')).toContain('Dear Ida Quill')
    expect(text('patient')).toContain(VUS)
  })

  test('says that a variant was added, is gone, or has no class any more', () => {
    const lmna = (cdna: string, variantClass?: string) =>
      someVariant({ gene: 'LMNA', cdna, ...(variantClass ? { variantClass } : {}) })
    const older = [lmna('c.1A>G', 'Pathogenic'), lmna('c.2A>G', 'Pathogenic')]
    const newer = [lmna('c.1A>G'), lmna('c.3A>G', 'Pathogenic')]
    const { variants } = compareResults([someResult({ variants: older })], [someResult({ variants: newer })])
    expect(variantsInLetter(variants)).toEqual([
      { name: 'LMNA c.1A>G', before: 'Pathogenic', after: 'not classified' },
      { name: 'LMNA c.3A>G', before: 'not reported', after: 'Pathogenic' },
      { name: 'LMNA c.2A>G', before: 'Pathogenic', after: 'no longer reported' },
    ])
  })

  test('says of several variants which class is whose', () => {
    const [BEN, LP] = ['Benign', 'Likely pathogenic']
    const variants = [
      { name: 'LMNA c.1129C>T', before: VUS, after: LP },
      { name: 'RYR2 c.2A>G', before: VUS, after: LP },
      { name: 'TTN c.1A>G', before: BEN, after: LP },
    ]
    expect(text('patient', { variants })).toContain(
      `LMNA c.1129C>T; RYR2 c.2A>G; TTN c.1A>G was ${VUS} (LMNA c.1129C>T); ${VUS} (RYR2 c.2A>G); ${BEN} (TTN c.1A>G) and is ${LP}.`,
    )
  })

  test('names the patient to a relative only if they permit it', () => {
    expect(text('relative')).not.toMatch(/Ida|Quill/)
    expect(text('relative')).toContain('A member of your family had')
    expect(text('relative', { namesPatient: true })).toContain('Ida Quill had')
    const within = ['{variant}, found in {familyMember}.\n{familyMember} agreed. {familyMember}']
    const inWords = writeLetter(
      'relative',
      { ...letters, relative: { title: '', paragraphs: within } },
      content,
    )
    expect(inWords.paragraphs[0]).toContain(
      'found in a member of your family.\nA member of your family agreed. A member of your family',
    )
    const { paragraphs } = writeLetter(
      'relative',
      { ...letters, relative: { title: '{patient}', paragraphs: ['{patient} {variant} {unknown}'] } },
      content,
    )
    expect(paragraphs).toEqual([' LMNA NM_170707.4:c.1129C>T '])
  })

  test.each<['patient' | 'relative', title: string, text: string, faults: string[]]>([
    ['patient', 'Of {day}', '{patient}: {variant}', []],
    ['relative', 'Of {day}', '{familyMember}: {variant}', []],
    [
      'relative',
      '{patient}',
      '{patient} {nobody}',
      [
        'title: {patient} would name the patient to a relative: use {familyMember}',
        `text: {nobody} is not known: use ${LETTER_GAPS.map((one) => `{${one}}`).join(', ')}`,
        'text: {patient} would name the patient to a relative: use {familyMember}',
        'text: {variant} is missing',
      ],
    ],
    ['patient', 'a {day', '{variant}', ['title: has a brace that belongs to no gap such as {variant}']],
    ['patient', 'a', '{variant} 👍 王\u202e', ['text: cannot be printed: the fonts lack “👍”, U+202E']],
    ['patient', 'a'.repeat(151), '{variant}', ['title: is longer than 150 characters']],
    ['patient', 'a', '{variant} '.repeat(1001), ['text: is longer than 10000 characters']],
  ])('to a %s, titled %j, has these faults', (to, title, words, faults) => {
    const found = templateFaults(to, { title, paragraphs: ['{before}', words] })
    expect(found.map(({ at, rule }) => `${at}: ${rule}`)).toEqual(faults)
  })

  test.each(['patient', 'relative'] as const)(
    'to a %s needs the class before, which may have been worse',
    (to) => {
      const found = templateFaults(to, { title: 'New', paragraphs: ['{variant}: {after}'] })
      expect(found).toEqual([{ at: 'text', rule: '{before} is missing' }])
    },
  )
})
