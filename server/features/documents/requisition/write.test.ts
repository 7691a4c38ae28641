import { expect, test } from 'vitest'
import { ATTESTATION, type Signature } from '#domain/orders/attestation.ts'
import { blankPatient, blankSample, type OrderDocument, PROBAND } from '#domain/orders/document.ts'
import { blankFetus, blankPregnancy } from '#domain/orders/pregnancy.ts'
import { requirement } from '#domain/specimens/testing/requirement.ts'
import { readyOrder } from '../../../testing/world.ts'
import { piecesOf } from '../testing/pdf-text.ts'
import { requisitionOf } from './content.ts'
import { writeRequisitions } from './write.ts'

const NOW = new Date('2026-03-13T10:00:00Z')
const [WIDTH, MARGIN] = [612, 40]

type Recollections = Parameters<typeof requisitionOf>[1]['recollections']

function contentOf(
  document: OrderDocument,
  additions: string[] = [],
  id = 500123,
  vaStation = '',
  recollections: Recollections = [],
  signature: Signature | null = null,
  tests: Parameters<typeof requisitionOf>[1]['tests'] = [],
) {
  const row = {
    ...{
      id,
      document,
      consents_asked: null,
      consents_confirmed: null,
      submitted_at: new Date('2026-03-12T15:00:00Z'),
    },
    ...{ submitted_by_name: 'Ada Okafor', accession_number: '26-104417', assign_new_lab_number: false },
    signature,
  }
  const input = {
    laboratory: { name: 'Larkfield Genetics', address: ['1200 Larkfield Way'], phone: '(312) 555-0142' },
    ...{ institutionName: 'Harbor & Vale Clinic', vaStation },
    ...{ institutionAddress: '1 Quay St, Larkfield, ME 04001', institutionPhone: '(207) 555-0117' },
    consents: [{ id: 'testing', title: 'Consent for genetic testing' }],
    withdrawals: [],
    additions: additions.map((html) => ({ html, added_by_name: 'Bo Vance', added_at: NOW })),
    recollections,
    questionnaires: [],
    ...{ tests, specimenOf: null },
    now: NOW,
  }
  return requisitionOf(row, input)
}

async function printed(
  document: OrderDocument,
  additions: string[] = [],
  signature: Signature | null = null,
) {
  const pieces = piecesOf(
    await writeRequisitions({
      requisitions: [contentOf(document, additions, 500123, '', [], signature)],
      now: NOW,
    }),
  )
  return {
    pieces,
    pages: Math.max(...pieces.map(({ page }) => page)),
    text: pieces.map(({ text }) => text).join('\n'),
  }
}

test('prints a foreign address with its country, and a VA order with its station', () => {
  const document = readyOrder()
  const abroad = { city: 'Berlin', state: '', postalCode: '10115', country: 'Other', otherCountry: 'DE' }
  for (const address of document.patients[0]?.addresses ?? []) Object.assign(address, abroad)
  const { people, order } = contentOf(document)
  expect(people[0]?.fields.find(([name]) => name === 'Address')?.[1]).toMatch(/Berlin, 10115, Germany$/)
  expect(order.map(([name]) => name)).not.toContain('VA station')
  const station = '901 Cedar Bluff VA Medical Center, Omaha, NE'
  expect(contentOf(document, [], 4711, station).order).toContainEqual(['VA station', station])
})

function trio(): OrderDocument {
  const document = readyOrder()
  const relatives = (['Mother', 'Father'] as const).map((relationship, index) => ({
    ...blankPatient(relationship, `relative-${index + 1}`),
    ...{ firstName: relationship === 'Mother' ? 'Thảo' : 'Björn', lastName: 'Żółkiewski-Ångström' },
    dateOfBirth: '1988-09-02',
  }))
  return {
    ...document,
    patients: [...document.patients, ...relatives],
    samples: [
      ...document.samples,
      ...relatives.map(({ key }) => ({ ...blankSample(key, `${key}-s`), specimenType: 'Saliva' as const })),
    ],
    consents: [PROBAND, ...relatives.map(({ key }) => key)].map((patient) => ({
      ...{ patient, consentId: 'testing', answer: patient !== 'relative-2' },
    })),
  }
}

test('an ordinary order has one page with everything the laboratory needs', async () => {
  const { text, pages } = await printed({ ...readyOrder(), clinicalNotes: 'Seizures since 8 months.' })
  expect(pages).toBe(1)
  for (const words of [
    ...['Larkfield Genetics', 'Order 500123', 'Placer order number', '12 Mar 2026', 'Harbor & Vale Clinic'],
    ...['26-104417', 'WES1', 'Whole Exome', 'Linh Nguyễn', '500123-s1', 'Blood, collected '],
    ...['G40.309  Generalized idiopathic epilepsy', '1234567893', 'Institution', 'Seizures since 8 months.'],
    ...['Yes', 'Consent for genetic testing', 'Page 1 of 1'],
  ])
    expect(text).toContain(words)
})

test('[REQN-01] has what 42 CFR 493.1241(c) asks for, and blanks for what is not known yet', async () => {
  const order = readyOrder()
  const [patient] = order.patients
  const patients = patient ? [{ ...patient, recordNumber: 'MRN 4471', dateOfBirth: '2019-03-14' }] : []
  const signature = {
    ...{ version: ATTESTATION.version, text: ATTESTATION.text },
    ...{ by: 'Maren Oduya, MD', at: '2026-03-12T15:00:00Z' },
  }
  const urgentContact = { name: 'NICU charge nurse', phone: '+1 207 555 0188' }
  const priority = { level: 'STAT', reason: 'Critically ill', neededBy: '2026-03-20' } as const
  const { text } = await printed({ ...order, patients, urgentContact, priority }, [], signature)
  const flowing = text.replaceAll(/\s+/g, ' ')
  for (const words of [
    // Two identifiers, sex and date of birth.
    ...['Linh Nguyễn', 'MRN 4471', 'Female', '14 Mar 2019'],
    'STAT, needed by 20 Mar 2026. Critically ill',
    // Test, specimen, collection.
    ...['Whole Exome', 'Blood, collected ', 'Collected at ________ by ______________'],
    // The person who ordered, with an address; whom to call; the diagnosis.
    ...['1234567893', 'Harbor & Vale Clinic, 1 Quay St, Larkfield, ME 04001'],
    ...['NICU charge nurse, +1 207 555 0188', 'G40.309'],
  ])
    expect(flowing).toContain(words)
  expect(flowing).toContain('Electronically by Maren Oduya, MD, 12 Mar 2026')
  expect(flowing).toContain(ATTESTATION.text.slice(0, 60))
})

test('without a contact of its own, urgent results go to the institution; a date not known yet is a blank', async () => {
  const order = readyOrder()
  const samples = order.samples.map((sample) => ({ ...sample, dateOfCollection: '' }))
  const { text } = await printed({ ...order, samples })
  expect(text).toContain('(207) 555-0117')
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Collected on ______________ at ________ by ______________')
  const known = { dateOfCollection: '2026-03-10', timeOfCollection: '14:05', collector: 'Bo Vance' }
  const { text: complete } = await printed({
    ...order,
    samples: samples.map((one) => ({ ...one, ...known })),
  })
  expect(complete).not.toContain('____')
})

test('what is known of sex, gender, race and ancestry is printed with the person', async () => {
  const order = readyOrder()
  const patients = order.patients.map((patient) => ({
    ...patient,
    sexAndGender: { nameToUse: 'Sam', clinicalSex: 'Female-typical' as const, clinicalSexComment: 'Ovaries' },
    ancestry: { maternal: ['Finnish'], paternal: ['Unknown'] },
  }))
  const { text } = await printed({ ...order, patients })
  for (const words of ['Name to use', 'Sam', 'Female-typical (Ovaries)', 'Finnish', 'Unknown'])
    expect(text).toContain(words)
})

test('each specimen has a label with its person, and each person their own consents', async () => {
  const { text, pages } = await printed(trio())
  expect(pages).toBeLessThanOrEqual(2)
  for (const words of [
    '500123-s1',
    '500123-relative-1-s',
    '500123-relative-2-s',
    'Thảo Żółkiewski-Ångström',
    'DOB 2 Sep 1988',
    'No',
  ])
    expect(text).toContain(words)
})

test('text in many alphabets or of great length stays on the paper, and nothing is left out', async () => {
  const name = 'Ng’ang’a-Theodora-Σταυροπούλου-Дмитриевна-Őry-'.repeat(4)
  const document = trio()
  const notes = Array.from(
    { length: 150 },
    (_, line) => `Note ${line}: ${'word '.repeat(30)}end${line}`,
  ).join('\n')
  const addition = `<p>${'Long '.repeat(3000)}</p><p>The last line.</p>`
  const { pieces, pages, text } = await printed(
    {
      ...document,
      clinicalNotes: notes,
      patients: document.patients.map((patient) => ({ ...patient, lastName: name })),
    },
    [addition],
  )
  expect(pages).toBeGreaterThan(3)
  expect(text).not.toContain('\ufffd')
  expect(text).not.toContain('\0')
  expect(text).toContain('end149')
  expect(text).toContain('The last line.')
  for (const { x, y } of pieces) {
    expect(x).toBeGreaterThanOrEqual(MARGIN - 0.01)
    expect(x).toBeLessThan(WIDTH - MARGIN)
    expect(y).toBeGreaterThan(MARGIN - 10)
  }
  for (let page = 1; page <= pages; page++) {
    const here = pieces.filter((piece) => piece.page === page)
    expect(here.map((piece) => piece.text).join('\n')).toContain(`Page ${page} of ${pages}`)
    const [foot] = here.filter((piece) => piece.text.startsWith('Printed '))
    const lowest = Math.min(...here.filter(({ y }) => y > MARGIN + 5).map(({ y }) => y))
    expect(lowest).toBeGreaterThan(foot?.y ?? 0)
  }
})

test('several orders become one file, each on its own pages that name the order', async () => {
  const long = { ...trio(), clinicalNotes: 'A line of notes.\n'.repeat(120) }
  const [alone] = [await printed(long)]
  const contents = [
    contentOf(long, [], 500001),
    contentOf(readyOrder('Second'), [], 500002),
    contentOf(long, [], 500003),
  ]
  const pieces = piecesOf(await writeRequisitions({ requisitions: contents, now: NOW }))
  const pages = Math.max(...pieces.map(({ page }) => page))
  expect(pages).toBe(2 * alone.pages + 1)
  const textOf = (page: number) =>
    pieces
      .filter((piece) => piece.page === page)
      .map(({ text }) => text)
      .join('\n')
  for (let page = 1; page <= pages; page++) {
    const of = page <= alone.pages ? 500001 : page === alone.pages + 1 ? 500002 : 500003
    const others = [500001, 500002, 500003].filter((id) => id !== of)
    expect(textOf(page)).toContain(`Order ${of}`)
    for (const other of others) expect(textOf(page)).not.toContain(String(other))
  }
  expect(textOf(alone.pages + 1)).toContain('Page 1 of 1')
  expect(textOf(pages)).toContain(`Page ${alone.pages} of ${alone.pages}`)
})

test("[UX-10] prints the patient's relationship to the policy holder, not the reverse", async () => {
  const document = readyOrder()
  document.payment = {
    ...document.payment,
    billingType: 'Insurance',
    insurance: {
      ...document.payment.insurance,
      ...{ company: 'Tidewater Mutual', memberId: 'TM-1', holderRelationship: 'Child' },
      ...{ holderFirstName: 'Thảo', holderLastName: 'Nguyễn', holderDateOfBirth: '1981-05-01' },
    },
  }
  const input = contentOf(document)
  expect(JSON.stringify(input)).toContain('["Patient’s relationship to policyholder","Child"]')
  expect(JSON.stringify(input)).toContain('["Policy holder","Thảo Nguyễn, DOB 1 May 1981"]')
})

test('prints no policy holder beside "Self", whoever was typed before', () => {
  const document = readyOrder()
  const holder = { holderFirstName: 'Thảo', holderLastName: 'Nguyễn', holderDateOfBirth: '1981-05-01' }
  const insurance = { ...document.payment.insurance, ...holder, holderRelationship: 'Self' } as const
  document.payment = { ...document.payment, billingType: 'Insurance', insurance }
  const printed = JSON.stringify(contentOf(document))
  expect(printed).toContain('["Patient’s relationship to policyholder","Self"]')
  expect(printed).not.toMatch(/Policy holder|Thảo/)
})

test('[SPCM-05] a label has the number of the specimen’s messages, also of a recollection and of a fetus', () => {
  const document = readyOrder()
  const [first] = document.samples
  if (!first) throw new Error('no sample')
  document.samples = [
    { ...first, additive: 'EDTK', amount: '3', amountUnit: 'mL', collector: 'Nadia Pell, RN' },
    {
      ...{ ...first, key: 's4', role: 'Tumor', timeOfCollection: '14:05', timeZone: 'America/New_York' },
      ...{ collector: 'Bo Vance', amount: '7', amountUnit: 'mL' },
    },
    { ...blankSample('fetus-1', 's5'), specimenType: 'Amniotic Fluid' },
  ]
  document.pregnancy = { ...blankPregnancy(), fetuses: [blankFetus('fetus-1', 'A')] }
  const { labels } = contentOf(document, [], 4711, '', [
    { sample_key: 's4-r1', date_of_collection: '2026-03-14' },
    { sample_key: 's4-r2', date_of_collection: '2026-03-15' },
  ])
  expect(labels.map(({ code }) => code)).toEqual(['4711-s1', '4711-s5', '4711-s4-r2'])
  expect(labels[0]?.lines).toContain('Potassium EDTA, 3 mL, by Nadia Pell, RN')
  expect(labels[1]).toMatchObject({ name: 'Linh Nguyễn', lines: expect.arrayContaining(['fetus A']) })
  // What distinguishes it from another fetus of the same mother comes first, and the date is hers.
  expect(labels[1]?.lines.slice(0, 2)).toEqual(['fetus A', expect.stringMatching(/^mother’s DOB /)])
  expect(labels[0]?.lines).toContain('Mother')
  const again = labels[2]?.lines.join('\n')
  expect(again).toMatch(/collected 15 Mar 2026\nTumor/)
  // Whoever took the rejected one, and when, and how much of it there was, is not known of this one.
  expect(again).toMatch(/Collected at _+ by _+/)
  expect(again).not.toMatch(/14:05|Bo Vance|7 mL/)
  const before = contentOf(document, [], 4711).labels
  expect(before[1]?.lines.join('\n')).toMatch(/14:05 America\/New_York\nTumor, 7 mL, by Bo Vance/)
})

test('prints a value below a label that is too long to stand beside it', async () => {
  const order = trio()
  const pregnancy = {
    ...blankPregnancy(),
    ...{ statedAge: '12+3', statedOn: '2026-03-01', fetuses: [blankFetus('fetus-1', 'A')] },
  }
  const { pieces } = await printed({ ...order, pregnancy })
  const at = (words: string) => pieces.find(({ text }) => text.includes(words))
  const [label, value] = [at('Stated gestational age'), at('12+3 on')]
  expect(value?.y).toBeLessThan(label?.y ?? 0)
})

test('prints what is known of the patient’s blood', async () => {
  const document = readyOrder()
  const [patient] = document.patients
  if (patient)
    patient.bloodHistory = {
      ...{
        transfusion: 'Yes',
        transfusedOn: '2026-03-01',
        transfusionProduct: 'Platelets',
        leukoreduced: 'Yes',
      },
      ...{ transplant: 'No' },
    }
  const { text } = await printed(document)
  expect(text).toContain('Blood history')
  expect(text).toContain('transfusion: yes, 1 Mar 2026, platelets, leukoreduced yes; transplant: no')
})

test('prints a word of thousands of letters whole, in the time that other pages take', async () => {
  const long = 'W'.repeat(4000)
  const answered = Array.from({ length: 30 }, (_, index) => ({
    ...{ patient: PROBAND, termId: 'HP:0001250', label: `Seizure ${index}`, release: '2026-01-08' },
    ...{ status: 'present' as const, note: long.slice(0, 500) },
  }))
  // Measured letter by letter, it took minutes, and nobody else's documents were printed meanwhile.
  const { text } = await printed({ ...readyOrder(), clinicalNotes: long.repeat(5), phenotype: answered })
  expect(text.replace(/[^W]/g, '').length).toBeGreaterThanOrEqual(5 * 4000 + 30 * 500)
  expect(text).toContain('Seizure 29')
})

test('a label to be filled in says how much to collect at least, of an infant less', () => {
  const document = readyOrder()
  const [patient = blankPatient('Proband', PROBAND)] = document.patients
  const [first = blankSample(PROBAND, 's1')] = document.samples
  const blood = requirement({ least: 3, unit: 'mL', leastByAge: [{ underAge: '1y', least: 1 }] })
  const tests = [{ specimens: ['Blood' as const], specimenRequirements: [blood] }]
  const linesOf = (dateOfBirth: string, dateOfCollection = '') =>
    contentOf(
      {
        ...document,
        patients: [{ ...patient, dateOfBirth }],
        samples: [{ ...first, specimenType: 'Blood', dateOfCollection }],
      },
      [],
      500123,
      '',
      [],
      null,
      tests,
    ).labels[0]?.lines
  expect(linesOf('2026-01-20')).toContain('at least 1 mL under 1 year')
  expect(linesOf('2019-03-14')).toContain('at least 3 mL')
  expect(linesOf('2019-03-14', '2026-03-12')?.join()).not.toContain('at least')
})

test('a long name of the laboratory leaves the barcode its room', async () => {
  const requisition = contentOf(readyOrder())
  const name = 'Institute of Human Genetics and Precision Diagnostics, Larkfd'
  expect(name.length).toBeGreaterThanOrEqual(60)
  const requisitions = [{ ...requisition, laboratory: { ...requisition.laboratory, name } }]
  const pieces = piecesOf(await writeRequisitions({ requisitions, now: NOW }))
  const rest = pieces.findIndex(({ text }) => text.startsWith('1200 Larkfield Way'))
  // In one line it would go on below the bars: 16 points need more than the 362 that are left of them.
  expect(new Set(pieces.slice(0, rest).map(({ y }) => y)).size).toBe(2)
  expect(
    pieces
      .slice(0, rest)
      .map(({ text }) => text)
      .join(' ')
      .replace(/ +/g, ' '),
  ).toContain(name)
  expect(pieces[rest]?.y).toBeLessThan(pieces[rest - 1]?.y ?? 0)
})
