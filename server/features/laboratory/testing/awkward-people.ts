import {
  blankPatient,
  blankSample,
  type OrderDocument,
  type Patient,
  PROBAND,
  type Sample,
} from '#domain/orders/document.ts'
import { blankFetus, blankPregnancy, type Pregnancy } from '#domain/orders/pregnancy.ts'
import { laboratoryDay } from '#server/testing/laboratory-day.ts'
import { readyOrder } from '#server/testing/world.ts'

const TODAY = laboratoryDay(0)

/** An ISO date so many days before the one on which the module was loaded: the same in an order and in what is expected of it. */
export const daysAgo = (days: number) => laboratoryDay(-days, TODAY)

/** An ISO date as HL7 writes it. */
export const day = (iso: string) => iso.replaceAll('-', '')

/** An ISO date in the year in which somebody of that age was born. */
export const bornYearsAgo = (years: number) => `${new Date().getFullYear() - years}-01-15`

/** A complete order for one person, changed. */
export function orderOf(
  name: string,
  patient: Partial<Patient>,
  more: Partial<OrderDocument> = {},
): OrderDocument {
  const order = readyOrder(name, 'WES1')
  return {
    ...order,
    patients: order.patients.map((one) => ({ ...one, ...patient })),
    ...more,
  }
}

/** The same order with other first specimens. */
export function from(order: OrderDocument, ...samples: Partial<Sample>[]): OrderDocument {
  return {
    ...order,
    samples: samples.map((more, index) => ({
      ...blankSample(PROBAND, `s${index + 1}`),
      ...{ specimenType: 'Blood', dateOfCollection: daysAgo(0) },
      ...more,
    })),
  }
}

export function relative(
  key: string,
  relationship: Patient['relationship'],
  more: Partial<Patient> & Pick<Patient, 'firstName' | 'lastName'>,
): Patient {
  const sex = relationship === 'Father' || relationship === 'Partner' ? 'Male' : 'Female'
  return { ...blankPatient(relationship, key), ...{ sex, dateOfBirth: bornYearsAgo(33) }, ...more } as Patient
}

/** An order for fetuses or losses of a pregnancy, from villi or amniotic fluid and her blood. */
export function prenatal(
  name: string,
  pregnancy: Partial<Pregnancy>,
  labels: readonly string[] = ['A'],
  specimen: Partial<Sample> = { specimenType: 'CVS', approach: 'TA' },
): OrderDocument {
  const contamination = { contaminationPlan: 'sent', maternalNumber: '', contaminationReason: '' } as const
  const order = orderOf(name, {
    firstName: 'Dora',
    dateOfBirth: bornYearsAgo(36),
    sex: 'Female',
    recordNumber: '44821',
  })
  const fetuses = labels.map((label, index) => blankFetus(`fetus-${index + 1}`, label))
  return from(
    {
      ...order,
      pregnancy: {
        ...blankPregnancy(pregnancy.outcome ?? 'Ongoing'),
        ...{ fetusCount: labels.length, ...pregnancy, fetuses },
      },
    },
    ...fetuses.map(({ key }) => ({ ...specimen, patient: key, contamination })),
    {},
  )
}
