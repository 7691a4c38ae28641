import { expect, test } from 'vitest'
import { GROUNDS } from '#domain/brand/contrast.ts'
import { cssVariables, theme } from './theme.ts'

/** In pixels at the browser's default font size, which is a media query's em. */
const pixels = (em: string | undefined) => Number(em?.replace('em', '')) * 16

test('has the breakpoints of the specification’s §9', () => {
  const { xs, sm, md, lg, xl } = theme.breakpoints ?? {}
  expect([xs, sm, md, lg, xl].map(pixels)).toEqual([0, 600, 900, 1400, 1620])
})

test('has the grounds against which a laboratory’s colors are judged', () => {
  const { light, dark } = cssVariables(theme as never)
  expect({
    palePage: light['--karyo-ground'],
    darkCard: dark['--karyo-card'],
    darkPage: dark['--karyo-ground'],
  }).toEqual(GROUNDS)
})
