import { randomUUID } from 'node:crypto'
import { blankPatient, blankSample, blankTest, type OrderDocument, PROBAND } from '#domain/orders/document.ts'
import { type Clinic, HOSPITAL } from '../../e2e/clinic.ts'

/** A draft with both parents and the `top` most ordered tests; returns its number. */
export async function trioDraft({ client, insured }: Clinic, top: number): Promise<number> {
  const { tests } = await client.catalogue.orderable({ query: { top } })
  const begun = await insured()
  const document: OrderDocument = {
    ...begun,
    tests: tests.map(({ code, testName }) => blankTest(code, testName)),
    patients: [...begun.patients, blankPatient('Mother', 'mother'), blankPatient('Father', 'father')],
    samples: [PROBAND, 'mother', 'father'].map((patient) => blankSample(patient, `of-${patient}`)),
  }
  const body = { draftKey: randomUUID(), document }
  return (await client.orders.create({ params: { hospital: HOSPITAL }, body })).id
}
