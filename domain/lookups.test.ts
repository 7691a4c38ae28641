import { describe, expect, it } from 'vitest'
import {
  ALERT_KINDS,
  APPROACHES,
  BILLING_TYPES,
  COUNTRIES,
  DOCUMENT_TYPES,
  ETHNICITIES,
  FEATURE_FLAGS,
  IMAGING_TYPES,
  LOG_LEVELS,
  NORMAL_ABNORMAL,
  PAYMENT_METHODS,
  PERFORMING_LABS,
  SEXES,
  SPECIMEN_TYPES,
  STATES,
  TISSUES,
  USER_STATUSES,
  YES_NO,
} from './lookups.ts'

describe('the closed lists of the specification', () => {
  it('have the countries, 51 states and 15 ethnicities', () => {
    expect(COUNTRIES).toEqual(['USA', 'Canada', 'Other'])
    expect(STATES).toHaveLength(51)
    expect(STATES.find((state) => state.code === 'DC')?.name).toBe('District of Columbia')
    expect(ETHNICITIES).toHaveLength(15)
  })

  it('have no duplicates', () => {
    const lists: Record<string, readonly (string | number)[]> = {
      specimens: SPECIMEN_TYPES,
      'state ids': STATES.map((state) => state.id),
      'state codes': STATES.map((state) => state.code),
      'state names': STATES.map((state) => state.name),
      ethnicities: ETHNICITIES.map((ethnicity) => ethnicity.name),
      'ethnicities of the laboratory system': ETHNICITIES.map((ethnicity) => ethnicity.labSystemName),
    }
    for (const [name, values] of Object.entries(lists)) {
      expect(new Set(values).size, name).toBe(values.length)
    }
  })

  it('give every ethnicity a laboratory name that a message can carry without escaping', () => {
    for (const ethnicity of ETHNICITIES) expect(ethnicity.labSystemName).toMatch(/^[A-Z_]+$/)
  })

  it('[ENT-16] have the seven document types', () => {
    expect(DOCUMENT_TYPES).toEqual([
      'Additional Clinical Information',
      'Consent Form',
      'Differential Diagnosis',
      'Insurance Card',
      'Other',
      'Report',
      'Requisition',
    ])
  })

  it('[ENT-18] have the enumerations, spelled as in the specification', () => {
    expect(SPECIMEN_TYPES).toEqual(
      expect.arrayContaining([
        ...['CVS', 'Amniotic Fluid', 'Fetal Blood', 'Fresh Tissue', 'FFPE Slides', 'FFPE Blocks'],
        ...['FFPE Tumor Block', 'Blood in Streck Tube'],
      ]),
    )
    expect(TISSUES).toEqual(['POC', 'Villi'])
    expect(APPROACHES).toEqual(['TA', 'TC'])
    expect(IMAGING_TYPES).toEqual(['Ultrasound', 'FetalEchocardiogram', 'MRI', 'Other'])
    expect(SEXES).toEqual(['Male', 'Female', 'Ambiguous', 'Unknown'])
    expect([...YES_NO, ...NORMAL_ABNORMAL]).toEqual(['Yes', 'No', 'Normal', 'Abnormal'])
    expect(PERFORMING_LABS).toEqual(['Own lab', 'Another laboratory'])
    expect(BILLING_TYPES).toEqual(['SelfPay', 'Intitutional', 'Insurance', 'DoNotBill'])
    expect(PAYMENT_METHODS).toEqual(['None', 'PayWithSample', 'BillToPatient'])
    expect(LOG_LEVELS).toEqual(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])
    expect(FEATURE_FLAGS).toEqual(['Document_Management', 'OnlineOrderPortal'])
    expect(ALERT_KINDS).toEqual(['wgsLate', 'wgsMissingInfo', 'otherLate', 'otherMissingInfo'])
    expect(USER_STATUSES).toEqual(['Active', 'Inactive', 'Blocked', 'WaitingForApproval'])
  })
})
