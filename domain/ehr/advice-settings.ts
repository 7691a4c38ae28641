/** Who may ask for advice about a hospital's patients: one row of `ehr-advice.csv`. */
export interface AdviceSettings {
  /** `iss` of the record system's tokens. */
  iss: string
  /** Where its keys are. */
  jku: string
  /** `tenant` of its tokens, where several hospitals have one record system; '' for any. */
  tenant: string
  /** The FHIR R4 server from which a patient may be read whom a request leaves out; '' for none. */
  fhirServer: string
  /** The FHIR system of the hospital's record numbers: the only ones by which a patient is found. */
  recordNumberSystem: string
  /** The hospital's launch (`npm run import -- launch`) by which cards open the portal; '' for none. */
  launch: string
}

/** What a record system can ask about, and when it asks. */
export const ADVICE_SERVICES = [
  {
    ...{ id: 'karyo-patient-view', hook: 'patient-view', title: 'What a patient’s genetic test waits for' },
    description: 'Tells that the laboratory has rejected a specimen, which the clinic must collect again.',
  },
  {
    ...{ id: 'karyo-order-sign', hook: 'order-sign', title: 'Before a genetic test is signed' },
    description:
      'Tells that a test needs the parents’ specimens and has none, and that the laboratory has reported the same test before.',
  },
] as const
export type AdviceService = (typeof ADVICE_SERVICES)[number]['id']
