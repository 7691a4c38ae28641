import { describe, expect, it, test } from 'vitest'
import type { SpecimenType } from '../../lookups.ts'
import { blankPatient, type OrderDocument, PROBAND } from '../document.ts'
import { blankFetus, blankPregnancy } from '../pregnancy.ts'
import { openPoints } from '../readiness.ts'
import type { RuleContext } from '../rule-context.ts'
import { chooseSubject } from '../subject.ts'
import { completeOrder, earlier, sampleOf, withChanges } from '../testing/complete-order.ts'
import { PRENATAL_CONTEXT, twins } from '../testing/prenatal-order.ts'

/** `error /path rule` and `warning …` of each point. */
function points(document: OrderDocument, context: RuleContext = PRENATAL_CONTEXT): string[] {
  return openPoints(document, context).map(({ severity, path, rule }) => `${severity} ${path} ${rule}`)
}
const one = <T>(list: readonly T[], index: number): T => list[index] as T
/** The points that the changes to an order without any add. */
const after = (changes: Record<string, unknown>, order = twins()) => points(withChanges(order, changes))
const message = (document: OrderDocument, rule: string) =>
  openPoints(document, PRENATAL_CONTEXT).find((point) => point.rule === rule)?.message

describe('an order for fetuses', () => {
  test('[SUBJ-01] twins with villi each, and their mother’s blood, have no open point', () => {
    expect(points(twins())).toEqual([])
  })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['no due date', { '/pregnancy/dueDate': '' }, ['error /pregnancy/dueDate required']],
    ['a due date that is not known', { '/pregnancy/dueDate': '', '/pregnancy/dating': 'Unknown' }, []],
    [
      'a stated age instead',
      { '/pregnancy/dueDate': '', '/pregnancy/statedAge': '12+3', '/pregnancy/statedOn': '2026-11-18' },
      [],
    ],
    [
      'a stated age without its day',
      { '/pregnancy/statedAge': '12+3' },
      ['error /pregnancy/statedOn required'],
    ],
    [
      'an age that is none',
      { '/pregnancy/statedAge': '12+8', '/pregnancy/statedOn': '2026-11-18' },
      ['error /pregnancy/statedAge gestational-age'],
    ],
    [
      'a due date more than 45 weeks gone',
      { '/pregnancy/dueDate': '2026-10-01' },
      [
        'error /pregnancy/dueDate gestational-age',
        'error /samples/0/dateOfCollection gestational-age',
        'error /samples/1/dateOfCollection gestational-age',
      ],
    ],
    [
      'villi before the pregnancy began',
      { '/samples/0/dateOfCollection': '2026-08-01' },
      [
        'error /samples/0/dateOfCollection gestational-age',
        'warning /samples/0/dateOfCollection specimen-old',
      ],
    ],
    [
      'villi earlier than usual for the test',
      { '/pregnancy/dueDate': '2027-06-20' },
      [
        'warning /samples/0/dateOfCollection gestational-age',
        'warning /samples/1/dateOfCollection gestational-age',
      ],
    ],
    [
      'two fetuses with one label',
      { '/pregnancy/fetuses/1/label': 'a ' },
      ['error /pregnancy/fetuses/1/label repeated'],
    ],
    ...['Twin A', 'a.', 'Á'].map((label): [string, Record<string, unknown>, string[]] => [
      `labels that results cannot tell apart, A and ${label}`,
      { '/pregnancy/fetuses/1/label': label },
      ['error /pregnancy/fetuses/1/label repeated'],
    ]),
    ...['♂', 'Fetus', 'B, left'].map((label): [string, Record<string, unknown>, string[]] => [
      `a label by which no result finds its fetus, ${label}`,
      { '/pregnancy/fetuses/1/label': label },
      ['error /pregnancy/fetuses/1/label format'],
    ]),
    ['labels of which one begins another', { '/pregnancy/fetuses/1/label': 'A-1' }, []],
    [
      'a fetus without a label',
      { '/pregnancy/fetuses/1/label': ' ' },
      ['error /pregnancy/fetuses/1/label required'],
    ],
    [
      'a key twice',
      { '/pregnancy/fetuses/1/key': 'fetus-1', '/samples/1/patient': 'fetus-1' },
      ['error /pregnancy/fetuses/1/key repeated'],
    ],
    [
      'more fetuses tested than there are',
      { '/pregnancy/fetusCount': 1 },
      ['error /pregnancy/fetusCount conflicts'],
    ],
    [
      'fewer sampled than a dichorionic pregnancy has',
      { '/pregnancy/fetusCount': 3 },
      ['warning /pregnancy/fetuses fetuses-sampled'],
    ],
    [
      'fewer sampled of a monochorionic one',
      { '/pregnancy/fetusCount': 3, '/pregnancy/chorionicity': 'Monochorionic-diamniotic' },
      [],
    ],
    ['no chorionicity', { '/pregnancy/chorionicity': '' }, ['warning /pregnancy/chorionicity chorionicity']],
    [
      'the last period after IVF',
      { '/pregnancy/dating': 'LMP', '/pregnancy/conception': 'IVF' },
      ['warning /pregnancy/dating dating'],
    ],
    [
      'the transfer after IVF',
      { '/pregnancy/dating': 'Embryo transfer', '/pregnancy/conception': 'IVF' },
      [],
    ],
    [
      'a length in words',
      { '/pregnancy/crownRumpLength': 'long' },
      ['error /pregnancy/crownRumpLength number'],
    ],
    [
      'an impossible ultrasound',
      { '/pregnancy/ultrasoundOn': '2026-11-31' },
      ['error /pregnancy/ultrasoundOn date'],
    ],
    ['blood of a fetus', { '/samples/0/specimenType': 'Blood' }, ['error /samples/0/specimenType fetal']],
    [
      'villi of the mother',
      { '/samples/2/specimenType': 'CVS', '/samples/2/approach': 'TA' },
      ['error /samples/2/specimenType fetal'],
    ],
    [
      'a specimen of a fetus that is not there',
      { '/samples/1/patient': 'fetus-3' },
      ['error /samples/1/patient unknown'],
    ],
    ['a fetus without a specimen', { '/samples/1/patient': 'fetus-1' }, ['error /samples required']],
  ])('%s', (_, changes, expected) => {
    const found = after(changes)
    expect(found.toSorted()).toEqual([...expected].toSorted())
  })

  it('names the fetus that has no specimen', () => {
    const document = withChanges(twins(), { '/samples/1/patient': 'fetus-1' })
    expect(message(document, 'required')).toMatch(/^A specimen from fetus B is required/)
  })

  it('has no birth date or name of its own: the mother’s are the order’s', () => {
    expect(after({ '/patients/0/dateOfBirth': '' })).toEqual(['error /patients/0/dateOfBirth required'])
  })

  it('does not ask a benefits verification for dates or specimens', () => {
    const { payment } = twins()
    const insurance = {
      ...payment.insurance,
      company: 'Tidewater Mutual',
      kind: 'Commercial' as const,
      memberId: 'T-1',
      holderRelationship: 'Self' as const,
    }
    const vob = {
      ...twins(),
      isVOB: true,
      samples: [],
      payment: { ...payment, billingType: 'Insurance' as const, insurance },
    }
    expect(points(withChanges(vob, { '/pregnancy/dueDate': '', '/pregnancy/chorionicity': '' }))).toEqual([])
  })
})

describe('the check for maternal cells', () => {
  const plan = (contaminationPlan: string, more = {}) => ({
    '/samples/0/contamination': { contaminationPlan, maternalNumber: '', contaminationReason: '', ...more },
  })
  const at = '/samples/0/contamination'
  test.each<[string, Record<string, unknown>, string[]]>([
    ['no plan', plan(''), [`warning ${at} contamination`]],
    ['her blood is sent', plan('sent'), []],
    [
      'her blood is sent, and is not there',
      { ...plan('sent'), '/samples/2/patient': 'fetus-1' },
      [
        `error ${at}/contaminationPlan required`,
        'error /samples/1/contamination/contaminationPlan required',
        'error /samples/2/specimenType fetal',
        'warning /samples/2/contamination contamination',
      ],
    ],
    ['ordered apart', plan('apart'), []],
    ['on file without its number', plan('on-file'), [`error ${at}/maternalNumber required`]],
    ['on file', plan('on-file', { maternalNumber: 'L-77' }), []],
    ['refused', plan('refused'), []],
    ['not needed without a reason', plan('not-needed'), [`error ${at}/contaminationReason required`]],
    ['not needed', plan('not-needed', { contaminationReason: 'Male karyotype' }), []],
  ])('[SUBJ-04] of a fetus: %s', (_, changes, expected) => {
    expect(after(changes).toSorted()).toEqual([...expected].toSorted())
  })

  test('[SUBJ-04] a loss at 9 weeks without her blood warns until a reason is given', () => {
    const loss = lossAtNineWeeks()
    const { contamination, ...plain } = one(loss.samples, 0)
    const open = openPoints({ ...loss, samples: [plain] }, PRENATAL_CONTEXT)
    expect(open.map(({ path, severity }) => [path, severity])).toEqual([[at, 'warning']])
    const overrides = [{ key: one(open, 0).key, reason: 'She lives abroad' }]
    expect(openPoints({ ...loss, samples: [plain], overrides }, PRENATAL_CONTEXT)[0]?.reason).toBe(
      'She lives abroad',
    )
  })
})

describe('tissue of a pregnancy', () => {
  const allTissues = {
    ...PRENATAL_CONTEXT,
    tests: PRENATAL_CONTEXT.tests.map((test) => ({
      ...test,
      specimens: [...test.specimens, 'Fetal Tissue', 'Placenta', 'Umbilical Cord'] as SpecimenType[],
    })),
  }
  const ofPatient = (specimenType: SpecimenType, dateOfCollection: string, born = '1990-03-14') => {
    const samples = [sampleOf(PROBAND, 's1', { specimenType, dateOfCollection })]
    const order = withChanges({ ...completeOrder(), samples }, { '/patients/0/dateOfBirth': born })
    return points(order, allTissues)
  }
  const warned = ['warning /samples/0/specimenType tissue-of-loss']

  test('[SUBJ-01] is nobody’s own who is born: its result would be filed as the patient’s', () => {
    expect(ofPatient('Fetal Tissue', '2026-11-18')).toEqual(warned)
    expect(ofPatient('Placenta', '2026-11-18')).toEqual(warned)
    expect(ofPatient('Umbilical Cord', '')).toEqual(warned)
    // A newborn's placenta and cord are its own.
    expect(ofPatient('Umbilical Cord', '2026-11-18', '2026-10-21')).toEqual([])
    expect(ofPatient('Umbilical Cord', '2026-11-18', '2026-10-20')).toEqual(warned)
  })

  test('[SUBJ-01] is the loss’s, and not its mother’s', () => {
    const loss = lossAtNineWeeks()
    const samples = [...loss.samples, sampleOf(PROBAND, 's2', { specimenType: 'Fetal Tissue' })]
    const [point] = openPoints({ ...loss, samples }, allTissues)
    expect(point).toMatchObject({ severity: 'error', path: '/samples/1/specimenType' })
    expect(point?.message).toBe('Fetal Tissue is a specimen of the pregnancy loss: add it there')
  })

  test('[SUBJ-02] of a loss is not collected before the pregnancy began', () => {
    const dated = withChanges(lossAtNineWeeks(), { '/pregnancy/statedAge': '9+0' })
    expect(points(dated)).toEqual([])
    expect(points(withChanges(dated, { '/samples/0/dateOfCollection': '2026-09-14' }))).toContain(
      'error /samples/0/dateOfCollection gestational-age',
    )
  })
})

/** A loss at 9 weeks, 46,XX at the laboratory: her blood is refused. */
function lossAtNineWeeks(): OrderDocument {
  const order = twins()
  return {
    ...order,
    tests: order.tests.map((test) => ({ ...test, testCode: '1600', testName: 'Exome' })),
    consents: completeOrder().consents,
    pregnancy: {
      ...blankPregnancy('Ended'),
      ...{
        dating: 'Unknown',
        statedAge: '9',
        statedOn: '2026-11-17',
        endedOn: '2026-11-17',
        ending: 'Miscarriage',
      },
      fetuses: [blankFetus('fetus-1', 'A')],
    },
    samples: [
      sampleOf('fetus-1', 's1', {
        ...{ specimenType: 'Fresh Tissue', tissue: 'POC', dateOfCollection: '2026-11-18' },
        contamination: { contaminationPlan: 'refused', maternalNumber: '', contaminationReason: '' },
      }),
    ],
  }
}

describe('a pregnancy loss', () => {
  test('[SUBJ-01] has the day it ended and how, and no birth date', () => {
    const loss = lossAtNineWeeks()
    expect(points(loss)).toEqual([])
    expect(points(withChanges(loss, { '/pregnancy/endedOn': '', '/pregnancy/ending': '' }))).toEqual([
      'error /pregnancy/endedOn required',
      'error /pregnancy/ending required',
    ])
    expect(points(withChanges(loss, { '/pregnancy/endedOn': '2026-12-01' }))).toEqual([
      'error /pregnancy/endedOn date',
    ])
    expect(
      points(
        withChanges(loss, {
          '/pregnancy/statedAge': '44',
          '/pregnancy/endedOn': '2026-11-20',
          '/pregnancy/statedOn': '2026-11-10',
        }),
      ),
    ).toEqual(['error /pregnancy/endedOn gestational-age'])
  })
})

describe('a living person', () => {
  test('villi from before birth are accepted, and of after birth refused', () => {
    const villi = (dateOfCollection: string) =>
      sampleOf(PROBAND, 's1', { specimenType: 'CVS', approach: 'TA', dateOfCollection })
    const rules = (day: string) =>
      points(withChanges(completeOrder(), { '/samples/0': villi(day) })).filter((point) =>
        point.startsWith('error'),
      )
    expect(rules('2018-12-01')).toEqual([])
    expect(rules('2026-11-18')).toEqual(['error /samples/0/dateOfCollection after-birth'])
  })
})

describe('earlier orders', () => {
  const history = (order: OrderDocument, more: object) =>
    points(order, {
      ...PRENATAL_CONTEXT,
      history: [
        earlier({ tests: [{ code: order.tests[0]?.testCode ?? '', testName: 'x', genes: [] }], ...more }),
      ],
    })
  const before = ['warning /tests/0/testCode ordered-before']

  test('[SUBJ-03] of this pregnancy count for its fetuses, of another and of the mother do not', () => {
    expect(history(twins(), { pregnancyDue: '2027-05-25' })).toEqual(before)
    expect(history(twins(), { pregnancyDue: '2025-01-10' })).toEqual([])
    expect(history(twins(), {})).toEqual([])
    expect(history(completeOrder(), { pregnancyDue: '2025-01-10' })).toEqual([])
    expect(history(completeOrder(), {})).toEqual(before)
  })
})

test('a living patient with a pregnancy is tested herself', () => {
  const order = withChanges(completeOrder(), {
    '/pregnancy': { ...blankPregnancy(), dueDate: '2027-05-30' },
    '/patients/0/dateOfBirth': '1990-04-12',
  })
  expect(points(order)).toEqual([])
  expect(points(chooseSubject(order, 'fetus'))).toContain('error /samples/0/specimenType fetal')
  expect(blankPatient('Proband', PROBAND)).not.toHaveProperty('deceased')
})

test('the words of a point fit who carries the pregnancy, and what is tested', () => {
  const without = withChanges(twins(), {
    '/samples/1/patient': 'fetus-1',
    '/samples/0/contamination': { contaminationPlan: 'on-file', maternalNumber: '', contaminationReason: '' },
    '/pregnancy/carriedBy': 'Gestational carrier',
  })
  expect(message(without, 'required')).toBe(
    'A specimen from fetus B is required: add it, or remove whoever is not tested',
  )
  const words = openPoints(without, PRENATAL_CONTEXT).map((point) => point.message)
  expect(words).toContain('Enter the laboratory’s number of the gestational carrier’s specimen on file')
  const byFindings = {
    ...PRENATAL_CONTEXT,
    tests: PRENATAL_CONTEXT.tests.map((one) => ({ ...one, phenotype: { few: 3 } })),
  }
  const missing = openPoints(twins(), byFindings).find(({ rule }) => rule === 'phenotype-missing')
  expect(missing?.message).toContain('is interpreted with the fetus’s findings')
})

test('whether the mother is affected is asked only if her specimen is compared', () => {
  const trio = (eggProvider: 'Own' | 'Donor') => {
    const [order, family] = [twins(), PRENATAL_CONTEXT.tests.find(({ relatives }) => relatives > 0)]
    if (!family) throw new Error('no family test')
    return points({
      ...withChanges(order, { '/pregnancy/eggProvider': eggProvider, '/patients/0/affected': '' }),
      tests: order.tests.map((test) => ({ ...test, testCode: family.code })),
    }).filter((point) => point.includes('/affected'))
  }
  expect(trio('Own')).toEqual(['error /patients/0/affected required'])
  expect(trio('Donor')).toEqual([])
})
