/** A user of the simulated hospital. All are invented. */
export interface Person {
  /** Identifies the person at this hospital (`sub`). */
  id: string
  email: string
  emailVerified: boolean
  firstName: string
  lastName: string
  /** Whether the hospital asks the person for more than a password. */
  hasSecondFactor?: boolean
}

/** The domain that the simulated hospital may speak for. */
export const HOSPITAL_DOMAIN = 'harborview.test'

/** People for each case: the usual ones, and what a portal must refuse. */
export const PEOPLE: readonly Person[] = [
  {
    ...{ id: '1001', email: `maren.oduya@${HOSPITAL_DOMAIN}`, emailVerified: true },
    ...{ firstName: 'Maren', lastName: 'Oduya', hasSecondFactor: true },
  },
  {
    ...{ id: '1002', email: `tomas.brandvold@${HOSPITAL_DOMAIN}`, emailVerified: true },
    ...{ firstName: 'Tomas', lastName: 'Brandvold' },
  },
  {
    ...{ id: '1003', email: `unconfirmed@${HOSPITAL_DOMAIN}`, emailVerified: false },
    ...{ firstName: 'Ines', lastName: 'Unconfirmed' },
  },
  {
    ...{ id: '1004', email: 'rowan@clinic.test', emailVerified: true },
    ...{ firstName: 'Rowan', lastName: 'Elsewhere' },
  },
]
