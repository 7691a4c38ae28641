import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blankPatient, newOrder, type OrderDocument, type Patient, PROBAND } from '../../orders/document.ts'
import { blankKinship, blankParentage } from '../../orders/kinship.ts'
import { blankFetus, blankPregnancy } from '../../orders/pregnancy.ts'
import { anyDocument } from '../../orders/testing/any-document.ts'
import { checkFamily } from '../checks.ts'
import { familyGraph } from '../graph.ts'
import { numberedKeys } from '../testing/families.ts'
import { familyOfOrder } from './family-of-order.ts'
import { orderPersonOf } from './order-person.ts'

const patient = (
  relationship: Patient['relationship'],
  key: string,
  more: Partial<Patient> = {},
): Patient => ({
  ...blankPatient(relationship, key),
  firstName: key,
  ...more,
})
const kin = (more: Partial<ReturnType<typeof blankKinship>>) => ({ kinship: { ...blankKinship(), ...more } })
const order = (relatives: Patient[], more: Partial<OrderDocument> = {}): OrderDocument => ({
  ...newOrder(),
  patients: [
    patient('Proband', PROBAND, { firstName: 'Ada', lastName: 'Quill', sex: 'Female' }),
    ...relatives,
  ],
  ...more,
})
const begun = (document: OrderDocument) => {
  const { document: family, people } = familyOfOrder(document, numberedKeys())
  const keyOf = (patientKey: string) => people.find((one) => one.patientKey === patientKey)?.member ?? ''
  const member = (patientKey: string) => {
    const found = family.people.find(({ key }) => key === keyOf(patientKey))
    if (!found) throw new Error(`nobody is ${patientKey}`)
    return found
  }
  return { family, people, keyOf, member, graph: familyGraph(family) }
}

describe('a family begun from an order', () => {
  test('has everybody of the order, and taken back into an order each is what they were', () => {
    const relatives = [
      patient('Mother', 'mum', { lastName: 'Quill', dateOfBirth: '1961-02-03', sex: 'Female' }),
      patient('Father', 'dad', { sex: 'Male' }),
      patient('Sibling', 'brother', { sex: 'Male' }),
      patient('Sibling', 'twin', { sex: 'Female', ...kin({ twin: 'Fraternal' }) }),
      patient('Sibling', 'half', { sex: 'Female', ...kin({ familySide: 'Paternal' }) }),
      patient('Partner', 'mate', { sex: 'Male' }),
      patient('Child', 'kid', { sex: 'Female' }),
      patient('Mother', 'new mum', { sex: 'Female', ...kin({ kinshipKind: 'Adoptive' }) }),
    ]
    const { family, people, member, keyOf } = begun(order(relatives))
    expect(people.map(({ patientKey }) => patientKey)).toEqual([PROBAND, ...relatives.map(({ key }) => key)])
    expect(checkFamily(family).filter(({ severity }) => severity === 'error')).toEqual([])
    expect(member(PROBAND)).toMatchObject({ isProband: true, lastName: 'Quill', sexAtBirth: 'Female' })
    for (const relative of relatives) {
      const back = orderPersonOf(family, member(relative.key), keyOf(PROBAND), [])
      const { relationship, firstName, lastName, dateOfBirth, sex, kinship } = relative
      expect(back).toMatchObject({ relationship, firstName, lastName, dateOfBirth, sex })
      expect(back.kinship).toEqual(kinship)
    }
  })

  test('marks who has the illness that is tested, and no reason that is none', () => {
    const { family, member } = begun(
      order(
        [
          patient('Mother', 'mum', { affected: 'Affected' }),
          patient('Father', 'dad', { affected: 'Unaffected' }),
        ],
        {
          indicationsForTesting: [
            { code: 'Z80.3', description: 'Family history of breast cancer' },
            { code: 'C50.911', description: 'Breast cancer' },
          ],
        },
      ),
    )
    expect(family.legend).toMatchObject([{ name: 'Breast cancer', code: 'C50.911', part: 'whole' }])
    const status = (key: string) => member(key).conditions.map((one) => one.status)
    expect([PROBAND, 'mum', 'dad'].map(status)).toEqual([['affected'], ['affected'], ['unaffected']])
  })

  test('leaves somebody alone whose place is not told, and typed diagnoses as notes', () => {
    const familyHistory = {
      familyHistoryOfDiseaseBeingTested: 'Yes' as const,
      diagnoses: [
        {
          relationshipType: 'Maternal' as const,
          relative: 'Aunt',
          diagnosis: 'Epilepsy',
          ageAtDiagnosis: '4',
        },
      ],
    }
    const { family, member, graph } = begun(
      order([patient('Other relative', 'aunt', kin({ familySide: 'Maternal' }))], { familyHistory }),
    )
    expect(member('aunt').notes).toBe('In the order: Other relative (Maternal)')
    expect(graph.unionsOf(member('aunt').key)).toEqual([])
    expect(family.notes).toBe('Aunt, mother’s side: Epilepsy, 4')
    expect(family.legend).toEqual([])
  })

  test('knows whose egg it was, and that the parents are related', () => {
    const { member, graph, keyOf, family } = begun(
      order(
        [
          patient('Mother', 'mum', { sex: 'Female', ...kin({ kinshipKind: 'Social' }) }),
          patient('Father', 'dad', { sex: 'Male' }),
          patient('Other relative', 'giver', { sex: 'Female', ...kin({ kinshipKind: 'Donor' }) }),
        ],
        { parentage: { ...blankParentage(), parentsRelated: 'Yes', parentsRelation: 'first cousins' } },
      ),
    )
    expect(graph.geneticParents(keyOf(PROBAND))).toEqual({ egg: keyOf('giver'), sperm: keyOf('dad') })
    expect(graph.birthUnion(member(PROBAND))?.partners).toEqual([keyOf('dad'), keyOf('mum')])
    expect(family.unions[0]?.relatedAs).toBe('first cousins')
  })

  test('of a fetus puts the patient of record where she is: its mother', () => {
    const pregnancy = {
      ...{ ...blankPregnancy(), dueDate: '2027-03-01' },
      fetuses: [{ ...blankFetus('fetus-1', 'A'), sexByUltrasound: 'Female' as const }],
    }
    const { member, graph, keyOf } = begun(order([patient('Father', 'dad', { sex: 'Male' })], { pregnancy }))
    expect(member('fetus-1')).toMatchObject({
      ...{ isProband: true, gender: 'woman', pregnancy: { state: 'ongoing', dueDate: '2027-03-01' } },
    })
    expect(member(PROBAND)).toMatchObject({ isProband: false, isConsultand: true })
    expect(graph.geneticParents(keyOf('fetus-1'))).toEqual({ egg: keyOf(PROBAND), sperm: keyOf('dad') })
  })

  test('of any order is a family without an error', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const { document: family, people } = familyOfOrder(document, numberedKeys())
        expect(checkFamily(family).filter(({ severity }) => severity === 'error')).toEqual([])
        const keys = family.people.map(({ key }) => key)
        expect(people.every(({ member }) => keys.includes(member))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
