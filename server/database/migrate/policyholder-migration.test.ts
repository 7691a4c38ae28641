import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  blankPatient,
  blankPayment,
  newOrder,
  type OrderDocument,
  type Payment,
} from '#domain/orders/document.ts'
import { databaseBefore } from '#server/testing/migrations.ts'

/**
 * A patient born in 2019, or with no birth date; what was stored of a holder with this birth date; whether
 * the order was submitted.
 */
const CASES = [
  ['a child with a parent’s policy', '2019-03-14', 'Child', '1981-05-01', true, 'Child'],
  ['the same in a draft', '2019-03-14', 'Child', '1981-05-01', false, 'Child'],
  ['a parent with a grown child’s policy', '1950-03-14', 'Child', '1981-05-01', true, 'Other'],
  ['a draft without the holder’s birthday', '2019-03-14', 'Child', '', false, ''],
  ['a draft without the patient’s', '', 'Child', '1981-05-01', false, ''],
  ['a spouse', '1980-03-14', 'Spouse', '1981-05-01', true, 'Spouse'],
  ['the patient', '1980-03-14', 'Self', '', true, 'Self'],
  ['another', '1980-03-14', 'Other', '1981-05-01', true, 'Other'],
] as const

const payment = (
  holderRelationship: Payment['insurance']['holderRelationship'],
  holderDateOfBirth: string,
) => {
  const blank = blankPayment()
  return { ...blank, insurance: { ...blank.insurance, holderRelationship, holderDateOfBirth } }
}

function document(born: string, of: Payment): OrderDocument {
  const proband = { ...blankPatient('Proband', 'proband'), dateOfBirth: born }
  const relative = { ...blankPatient('Mother', 'mother'), dateOfBirth: born, payment: of }
  return { ...newOrder(), patients: [proband, relative], payment: of }
}

let before: Awaited<ReturnType<typeof databaseBefore>>
beforeAll(async () => {
  before = await databaseBefore('0031-patient-to-policyholder.sql')
  const { database } = before
  await database.query(`insert into institution (code, name) values ('P1', 'Parent Clinic')`)
  await database.query(
    `insert into physician (subject, email, first_name, last_name) values ('a', '', 'Ada', 'Okafor')`,
  )
  for (const [name, born, was, holderBorn, isSubmitted] of CASES)
    await database.query(
      `insert into orders (institution_code, draft_key, state, document, patient_first_name, patient_last_name,
         patient_date_of_birth, patient_sex, test_code, test_name, provider_name, is_vob, open_points, search_text,
         created_by, created_by_name, updated_by_name, responsible_id, responsible_name, submitted_at)
       values ('P1', gen_random_uuid(), $1, $2, $3, '', '', '', '', '', '', false, 0, '', 1, 'Ada', 'Ada', 1, 'Ada', $4)`,
      [
        isSubmitted ? 'en-route' : 'draft',
        JSON.stringify(document(born, payment(was, holderBorn))),
        name,
        isSubmitted ? new Date('2026-03-12') : null,
      ],
    )
  await before.migrate()
})
afterAll(() => before.end())

test.each(CASES)(
  '[UX-10] corrects the stored policyholder by the known birth dates: %s',
  async (name, ...[, , , , now]) => {
    const { rows } = await before.database.query(
      `select document from orders where patient_first_name = $1`,
      [name],
    )
    const [{ document: stored }] = rows as [{ document: OrderDocument }]
    expect(stored.payment.insurance.holderRelationship).toBe(now)
    expect(stored.patients.map((one) => one.payment?.insurance.holderRelationship)).toEqual([undefined, now])
  },
)
