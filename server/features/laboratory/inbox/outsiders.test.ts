import type { FhirResource } from 'fhir/r4.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle } from '#adapters/laboratory/fhir/testing/messages.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { becameOf, familyOf, offerVilli, oru, spm, twinsOf } from '../testing/outsider.ts'

// Results as other laboratories' systems write them. None may be filed for somebody whom it is not about.

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await offerVilli(portal)
})
afterAll(() => portal?.stop())

const MOTHER = 'PID|1||44821^^^P1^MR||Lind^{mother}||19900412|F'
const ORC = 'ORC|RE|{id}|L-{id}'
const obr = (status = 'F', test = 'WES1^Exome') =>
  `OBR|1|{id}|L-{id}|${test}${'|'.repeat(18)}{at}|||${status}`
const narrative = (text: string, about = '') => `OBX|1|FT|50398-7^Narrative|${about}|${text}||||||F`
const result = (...below: string[]) => [ORC, obr(), narrative('Normal male'), ...below]

let mothers = 0
/** A new order for twins, and a sender of messages whose `{mother}` is their mother’s first name. */
async function twins() {
  mothers += 1
  const mother = `Dora${'abcdefghijklmnopqrstuvwxyz'.charAt(mothers)}`
  const { id } = await portal.submitted(twinsOf(mother))
  const send = (...segments: string[]) => portal.receive(oru(id, ...segments).replaceAll('{mother}', mother))
  const became = async () => (await becameOf(portal, id)).map((line) => line.replace(mother, 'Dora'))
  return { id, send, became }
}

type Case = [name: string, segments: string[], expected: string[]]

describe('[SUBJ-03] a result for one of two fetuses', () => {
  test.each<Case>([
    ['names the specimen only', [MOTHER, ...result(spm('{id}-s2'))], ['Dora Lind, fetus B: 1']],
    [
      'names our number and its own in SPM-2',
      [MOTHER, ...result(spm('{id}-s2&KARYO^26-118&LIS'))],
      ['Dora Lind, fetus B: 1'],
    ],
    [
      'names our specimen as the one that its DNA was extracted from (SPM-3)',
      [MOTHER, ...result(spm('26-118-D', { parent: '{id}-s2&KARYO' }))],
      ['Dora Lind, fetus B: 1'],
    ],
    [
      'has the label in PID-5',
      ['PID|1||44821^^^P1^MR||Lind^{mother} Fetus B||19900412|F', ...result()],
      ['Dora Lind, fetus B: 1'],
    ],
    [
      'has the label in PID-5 and the other fetus’s specimen',
      ['PID|1||44821^^^P1^MR||Lind^Fetus B||19900412|F', ...result(spm('{id}-s1'))],
      ['waits: specimen-of-another'],
    ],
    [
      'has the label with a colon and the other fetus’s specimen',
      [MOTHER, ...result(spm('{id}-s1', { words: 'Fetus: B' }))],
      ['waits: specimen-of-another'],
    ],
    [
      'has the label as “Baby B” and the other fetus’s specimen',
      [MOTHER, ...result(spm('{id}-s1', { words: 'CVS, Baby B' }))],
      ['waits: specimen-of-another'],
    ],
    [
      'has the label with a hyphen',
      [MOTHER, ...result(spm('', { words: 'TWIN-B, villi' }))],
      ['Dora Lind, fetus B: 1'],
    ],
    [
      'has results about the other fetus in OBX-4',
      [MOTHER, ORC, obr(), narrative('Trisomy 21', '{id}-fetus-2'), spm('{id}-s1')],
      ['waits: part-of-another'],
    ],
    [
      'has results about the fetus in OBX-4, and its specimen',
      [MOTHER, ORC, obr(), narrative('Normal', '{id}-fetus-1'), spm('{id}-s1')],
      ['Dora Lind, fetus A: 1'],
    ],
    [
      'has the fetus’s number, its specimen, and a stranger’s name',
      ['PID|1||{id}-fetus-1^^^KARYO^PI||Falk^Otto||19710909|M', ...result(spm('{id}-s1'))],
      ['waits: one-identifier'],
    ],
    [
      'has the fetus’s number, its specimen, and no first name',
      ['PID|1||{id}-fetus-1^^^KARYO^PI||Lind^Fetus A', ...result(spm('{id}-s1'))],
      ['Dora Lind, fetus A: 1'],
    ],
    [
      'is the check for maternal cells, made from both specimens',
      [
        MOTHER,
        ORC,
        obr('F', 'MCC^Maternal cells'),
        narrative('Not detected'),
        spm('{id}-s1'),
        spm('{id}-s3'),
      ],
      ['Dora Lind, fetus A: 1'],
    ],
    [
      'is the check for maternal cells of both fetuses',
      [
        MOTHER,
        ORC,
        obr('F', 'MCC^Maternal cells'),
        narrative('Not detected'),
        spm('{id}-s1'),
        spm('{id}-s2'),
        spm('{id}-s3'),
      ],
      ['waits: which-fetus'],
    ],
    [
      'has the accession number under which both specimens arrived',
      [
        ...[MOTHER, ORC, obr('I'), spm('{id}-s1', { arrived: '20261120', accession: 'C-20' })],
        spm('{id}-s2', { arrived: '20261120', accession: 'C-20' }),
        ...[ORC, obr(), narrative('Normal'), spm('', { accession: 'C-20' })],
      ],
      ['waits: which-fetus'],
    ],
    [
      'is sent twice in one message, word for word, with the mother’s identity alone',
      [MOTHER, ...result(), ...result()],
      ['waits: which-fetus', 'waits: which-fetus'],
    ],
  ])('%s', async (_, segments, expected) => {
    const { send, became } = await twins()
    expect(await send(...segments)).toContain('MSA|AA')
    expect(await became()).toEqual(expected)
  })

  test('is not filed like one with the same words that Support filed for the other fetus', async () => {
    const { id, send, became } = await twins()
    await send(MOTHER, ...result(spm('', { words: 'Fetus 1' })))
    await take(id, 'fetus-1')
    expect(await became()).toEqual(['Dora Lind, fetus A: 1'])
    await send(MOTHER, ...result(spm('', { words: 'Fetus 2' })))
    expect(await became()).toEqual(['Dora Lind, fetus A: 1', 'waits: which-fetus'])
  })

  test('keeps its recommendation beside the other’s with the same number', async () => {
    const { id, send } = await twins()
    const advice = (text: string) => `OBX|2|TX|TREATMENT^Advice|1|${text}||||||F`
    await send(MOTHER, ...result(advice('For A'), spm('{id}-s1')))
    await send(MOTHER, ...result(advice('For B'), spm('{id}-s2')))
    expect(await treatmentsOf(id)).toEqual(['Dora Lind, fetus A: For A', 'Dora Lind, fetus B: For B'])
  })
})

/** Files the only waiting result of an order for a person. */
async function take(id: number, person: string, as?: 'preliminary') {
  const desk = portal.as('Support').resultDesk
  const [check] = (await desk.list({ query: { search: String(id) } })).data
  if (!check) throw new Error('nothing waits')
  await desk.take({
    params: { id: check.id },
    body: { person, reason: 'The laboratory was called', ...(as ? { as } : {}) },
  })
}

async function treatmentsOf(id: number): Promise<string[]> {
  const viewer = portal.as('OrderViewer@P1')
  const { treatments } = await viewer.orders.get({ params: { hospital: 'P1', id } })
  const all = await Promise.all(
    treatments.map((one) => viewer.treatments.get({ params: { id: one.id }, query: {} })),
  )
  return all
    .map(
      ({ patient, recommendation }) =>
        `${patient.firstName.replace(/^Dora\w/, 'Dora')} ${patient.lastName}: ${recommendation.join(' ')}`,
    )
    .toSorted()
}

const IDA = 'PID|1||1001^^^P1^MR||Berg^Ida||20190314|F'
const JONAS = 'PID|1||1002^^^P1^MR||Berg^Jonas||19840203|M'

describe('[MATCH-01] a result for a family', () => {
  test.each<Case>([
    ['is about a relative', [JONAS, ...result(spm('{id}-s2'))], ['Jonas Berg: 1']],
    [
      'is about the patient, from everybody’s specimens',
      [IDA, ...result(spm('{id}-s1'), spm('{id}-s2'), spm('{id}-s3'))],
      ['Ida Berg: 1'],
    ],
    [
      'names the patient and, by accession number, the father’s specimen',
      [
        ...[IDA, ORC, obr('I'), spm('{id}-s1', { arrived: '20261120', accession: 'C-1' })],
        spm('{id}-s2', { arrived: '20261120', accession: 'C-2' }),
        ...[ORC, obr(), narrative('Carrier'), spm('', { accession: 'C-2' })],
      ],
      ['waits: specimen-of-another'],
    ],
    [
      'names the patient and, by accession numbers, the father’s and the patient’s specimens',
      [
        ...[IDA, ORC, obr('I'), spm('{id}-s1', { arrived: '20261120', accession: 'C-1' })],
        spm('{id}-s2', { arrived: '20261120', accession: 'C-2' }),
        ...[ORC, obr(), narrative('De novo'), spm('', { accession: 'C-2' }), spm('', { accession: 'C-1' })],
      ],
      ['Ida Berg: 1'],
    ],
    [
      'names the patient, and the father’s specimen as the one that its DNA was extracted from',
      [IDA, ...result(spm('26-118-D', { parent: '{id}-s2' }))],
      ['waits: specimen-of-another'],
    ],
    [
      'names the patient, and the father’s number in each OBX-4',
      [IDA, ORC, obr(), narrative('Carrier', '{id}-relative-1')],
      ['waits: part-of-another'],
    ],
    [
      'names the patient, and everybody’s numbers in OBX-4',
      [IDA, ORC, obr(), narrative('Affected', '{id}-proband'), narrative('Carrier', '{id}-relative-1')],
      ['Ida Berg: 1'],
    ],
  ])('%s', async (_, segments, expected) => {
    const id = await familyOf(portal)
    expect(await portal.receive(oru(id, ...segments))).toContain('MSA|AA')
    expect(await becameOf(portal, id)).toEqual(expected)
  })

  test('names the patient and another patient’s specimen by its number in another order', async () => {
    const [id, other] = [await familyOf(portal), (await portal.submitted()).id]
    await portal.receive(oru(id, IDA, ...result(spm(`${other}-s1`))))
    expect(await becameOf(portal, id)).toEqual(['waits: specimen-of-another'])
  })

  test('names the patient and her specimen by its number in another order of hers', async () => {
    const [id, other] = [await familyOf(portal), await familyOf(portal)]
    await portal.receive(oru(id, IDA, ...result(spm(`${other}-s1`))))
    expect(await becameOf(portal, id)).toEqual(['Ida Berg: 1'])
  })

  test('is not filed like one with the same words that Support filed for another person', async () => {
    const id = await familyOf(portal)
    await portal.receive(oru(id, 'PID|1||||Berg^I||20190314', ...result()))
    await take(id, 'proband')
    expect(await becameOf(portal, id)).toEqual(['Ida Berg: 1'])
    await portal.receive(oru(id, 'PID|1||||Berg^U||20190314', ...result()))
    expect(await becameOf(portal, id)).toEqual(['Ida Berg: 1', 'waits: two-people'])
  })

  test('is filed for a person that Support chose, with the status that Support chose', async () => {
    const id = await familyOf(portal)
    await portal.receive(oru(id, 'PID|1||||Berg^Ida', ORC, obr('Z'), narrative('Carrier')))
    await take(id, 'proband', 'preliminary')
    const filed = await portal.worker.db
      .selectFrom('report')
      .select(['person', 'status'])
      .where('order_id', '=', id)
      .execute()
    expect(filed).toEqual([{ person: 'proband', status: 'preliminary' }])
    expect(await becameOf(portal, id)).toEqual(['Ida Berg: 1'])
  })

  test('keeps a relative’s recommendation with the relative', async () => {
    const id = await familyOf(portal)
    const advice = (text: string) => `OBX|2|TX|TREATMENT^Advice|1|${text}||||||F`
    await portal.receive(oru(id, IDA, ...result(advice('For her'))))
    await portal.receive(oru(id, JONAS, ...result(advice('For him'))))
    expect(await treatmentsOf(id)).toEqual(['Ida Berg: For her', 'Jonas Berg: For him'])
  })
})

describe('[MATCH-01] a FHIR report about a child', () => {
  const patient = (id: string, given: string, birthDate: string): FhirResource => ({
    ...{ resourceType: 'Patient', id, birthDate, name: [{ family: 'Berg', given: [given] }] },
  })
  const people = [patient('ida', 'Ida', '2019-03-14'), patient('jonas', 'Jonas', '1984-02-03')]
  const specimen = (id: string, more: object): FhirResource => ({ resourceType: 'Specimen', id, ...more })
  const of = (person: string) => ({ subject: { reference: `Patient/${person}` } })
  const numbered = (number: string) => ({ identifier: [{ system: 'urn:karyo:specimen', value: number }] })

  test.each<
    [
      name: string,
      specimens: (id: number) => FhirResource[],
      ofReport: string[],
      ofResult: string,
      expected: string,
    ]
  >([
    ['is made from her own', () => [specimen('a', of('ida'))], ['a'], '', 'Ida Berg: 1'],
    [
      'is made from her father’s',
      () => [specimen('a', of('jonas'))],
      ['a'],
      '',
      'waits: specimen-of-another',
    ],
    [
      'is made from both',
      () => [specimen('a', of('jonas')), specimen('b', of('ida'))],
      ['a', 'b'],
      '',
      'Ida Berg: 1',
    ],
    [
      'is made from DNA that was extracted from her father’s',
      (id) => [
        specimen('dna', { parent: [{ reference: 'Specimen/a' }] }),
        specimen('a', numbered(`${id}-s2`)),
      ],
      ['dna'],
      '',
      'waits: specimen-of-another',
    ],
    [
      'has results that were measured on her father’s',
      (id) => [specimen('a', numbered(`${id}-s2`))],
      [],
      'a',
      'waits: specimen-of-another',
    ],
    [
      'is made from a specimen under its father’s accession number',
      () => [specimen('a', { accessionIdentifier: { value: 'C-2' } })],
      ['a'],
      '',
      'waits: specimen-of-another',
    ],
  ])('%s', async (_, specimens, ofReport, ofResult, expected) => {
    const id = await familyOf(portal)
    const arrived = spm('{id}-s2', { arrived: '20261120', accession: 'C-2' })
    await portal.receive(oru(id, IDA, ORC, obr('I'), arrived))
    const result: FhirResource = {
      ...{ resourceType: 'Observation', id: 'o', status: 'final', code: { text: 'Result' } },
      ...{ valueString: 'Carrier', ...of('ida') },
      ...(ofResult ? { specimen: { reference: `Specimen/${ofResult}` } } : {}),
    }
    const report: FhirResource = {
      ...{ resourceType: 'DiagnosticReport', id: 'r', status: 'final', ...of('ida') },
      code: { coding: [{ code: 'WES1' }] },
      identifier: [{ system: 'urn:karyo:order', value: String(id) }],
      result: [{ reference: 'Observation/o' }],
      specimen: ofReport.map((one) => ({ reference: `Specimen/${one}` })),
    }
    await portal.receive(JSON.stringify(bundle(`B-${id}`, report, result, ...people, ...specimens(id))))
    expect(await becameOf(portal, id)).toEqual([expected])
  })
})
