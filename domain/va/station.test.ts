import { expect, test } from 'vitest'
import { newOrder } from '../orders/document.ts'
import { openPoints } from '../orders/readiness.ts'
import { goodOrder, testContext } from '../orders/testing/good-order.ts'
import { stationInWords, stationsFor } from './station.ts'

const CONTEXT = testContext(goodOrder())
const omaha = { stationNumber: '901', name: 'Cedar VA Medical Center', city: 'Omaha', state: 'NE' }
const albany = { stationNumber: '902', name: 'Quay VA Medical Center', city: 'Albany', state: 'NY' }

test("shows number, name and place of a station, those of the institution's state first", () => {
  expect(stationInWords(omaha)).toBe('901 Cedar VA Medical Center, Omaha, NE')
  expect(stationsFor([omaha, albany], 'NY')).toEqual([albany, omaha])
  expect(stationsFor([omaha, albany], '')).toEqual([omaha, albany])
})

test('lists a clinic below the hospital with its number', () => {
  const clinic = { stationNumber: '901A1', name: 'Bend VA Clinic', city: 'Grand Island', state: 'NE' }
  expect(stationsFor([clinic, albany, omaha], 'NE')).toEqual([omaha, clinic, albany])
})

const at = (isVa: boolean, unknownStation = '') => ({ ...CONTEXT, va: { isVa, unknownStation } })
const points = (vaStation: string | undefined, context: Parameters<typeof openPoints>[1], isVOB = false) =>
  openPoints({ ...goodOrder(), isVOB, ...(vaStation === undefined ? {} : { vaStation }) }, context)
    .filter(({ path }) => path === '/vaStation')
    .map(({ section, rule }) => `${section} ${rule}`)

test.each([
  ['of a VA hospital without a station', undefined, at(true), ['provider required']],
  ['of a VA hospital that took it out again', '', at(true), ['provider required']],
  ['of a VA hospital', '901', at(true), []],
  ['of a VA hospital with a number that is none', '999', at(true, '999'), ['provider unknown']],
  ['of another institution', undefined, at(false), []],
  ['of another institution with a station', '901', at(false), ['provider conflicts']],
  ['of which it is not known yet', undefined, CONTEXT, []],
] as const)('an order %s: %j', (_, station, context, expected) => {
  expect(points(station, context)).toEqual(expected)
})

test('a benefits verification needs no station', () => {
  expect(points(undefined, at(true), true)).toEqual([])
  expect(newOrder()).not.toHaveProperty('vaStation')
})
