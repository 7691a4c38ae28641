import { describe, expect, it } from 'vitest'
import {
  CATEGORIES,
  COUNTRIES,
  DOCUMENT_TYPES,
  ETHNICITIES,
  SPECIMEN_TYPES,
  STATES,
  USER_STATUSES,
} from './lookups.ts'

describe('the closed lists', () => {
  it('has the countries, 51 states and 15 ethnicities of the specification', () => {
    expect(COUNTRIES).toEqual(['USA', 'Canada', 'Other'])
    expect(STATES).toHaveLength(51)
    expect(STATES.find((state) => state.code === 'DC')?.name).toBe('District of Columbia')
    expect(ETHNICITIES).toHaveLength(15)
  })

  it('names nothing twice', () => {
    const lists: Record<string, readonly (string | number)[]> = {
      categories: CATEGORIES,
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

  it('gives every ethnicity a laboratory name that a message can carry without escaping', () => {
    for (const ethnicity of ETHNICITIES) expect(ethnicity.labSystemName).toMatch(/^[A-Z_]+$/)
  })

  it('[ENT-16] has the seven document types', () => {
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

  it('has the user statuses', () => {
    expect(USER_STATUSES).toEqual(['Active', 'Inactive', 'Blocked', 'WaitingForApproval'])
  })
})
