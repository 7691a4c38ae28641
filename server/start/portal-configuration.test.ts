import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { portalConfiguration } from './portal-configuration.ts'

const OF_START = {
  issuer: 'https://portal.example.test/identity',
  endpoints: null,
  accountUrl: null,
  demo: true,
  version: '1',
}
const featuresOf = (environment: NodeJS.ProcessEnv) =>
  portalConfiguration(readConfig(environment), OF_START).features

test.each([
  ['KARYO_USER_ADMIN', 'userAdmin'],
  ['KARYO_KITS', 'kits'],
  ['KARYO_NOTIFICATIONS', 'notifications'],
  ['KARYO_CALENDAR_DATES', 'calendarDates'],
] as const)('%s switches a feature of the pages, and no other', (name, feature) => {
  const usual = featuresOf({})
  for (const on of [true, false])
    expect(featuresOf({ [name]: on ? 'on' : 'off' })).toEqual({ ...usual, [feature]: on })
})
