import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const SET = {
  KARYO_SIM_PORTAL_PORT: '2575',
  KARYO_SIM_DIR: 'lab',
  KARYO_SIM_LABORATORY_NAME: 'Larkfield Genetics',
}

test('uses the default for a missing variable', () => {
  expect(readSettings(SET)).toEqual({
    port: 0,
    portalHost: '127.0.0.1',
    portalPort: 2575,
    dir: 'lab',
    speed: 1,
    seed: 1,
    behaviour: 'steady',
    controlPort: null,
    fhir: null,
    laboratoryName: 'Larkfield Genetics',
  })
})

test.each([
  [{ KARYO_SIM_DIR: ' ' }, 'KARYO_SIM_DIR is not set'],
  [{ KARYO_SIM_PORTAL_PORT: '' }, 'KARYO_SIM_PORTAL_PORT is not set'],
  [{ KARYO_SIM_PORT: '70000' }, 'KARYO_SIM_PORT is not a valid number: 70000'],
  [{ KARYO_LAB_SPEED: 'fast' }, 'KARYO_LAB_SPEED is not a valid number: fast'],
  [{ KARYO_LAB_BEHAVIOUR: 'wild' }, 'KARYO_LAB_BEHAVIOUR must be one of steady, lively'],
  [{ KARYO_SIM_CONTROL_PORT: 'here' }, 'KARYO_SIM_CONTROL_PORT is not a valid number: here'],
  [{ KARYO_LAB_SPEED: '0' }, 'KARYO_LAB_SPEED is not a valid number: 0'],
  [{ KARYO_SIM_FHIR_URL: 'http://127.0.0.1/fhir/' }, 'KARYO_SIM_FHIR_TOKEN_URL is not set'],
])('rejects %j', (change, words) => {
  expect(() => readSettings({ ...SET, ...change })).toThrow(words)
})
