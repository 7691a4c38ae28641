import { expect } from 'vitest'

/**
 * Independent of the codec: segments split by CR, fields by |; MSH is shifted so that the index is the field
 * number.
 */
export function fieldsOf(raw: string): string[][] {
  expect(raw.endsWith('\r')).toBe(true)
  const segments = raw
    .slice(0, -1)
    .split('\r')
    .map((segment) => segment.split('|'))
  segments[0]?.splice(1, 0, '|')
  return segments
}

export function named(segments: string[][], name: string): string[][] {
  return segments.filter((segment) => segment[0] === name)
}

/** The answers to a question (OBX-3.1): the person or row (OBX-4), and the value. */
export function answersTo(segments: string[][], code: string): (string | undefined)[][] {
  return named(segments, 'OBX')
    .filter((obx) => obx[3]?.startsWith(`${code}^`))
    .map((obx) => [obx[4], obx[5]])
}
