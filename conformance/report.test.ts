import { expect, test } from 'vitest'
import { linesOf, reportOf } from './report.ts'
import { NotTried, runScript, Stopped } from './script.ts'

const SENTENCES = [
  { number: 'L-02', words: 'Two.' },
  { number: 'L-01', words: 'One.' },
  { number: 'L-03', words: 'Three.' },
]

test('a sentence that one step breaks is broken, whatever others prove; with what was sent and received', async () => {
  const log: { from: 'kit' | 'system'; raw: string }[] = []
  const findings = await runScript(
    [
      {
        does: 'proves',
        proves: ['L-01', 'L-02'],
        async run(holds) {
          holds('L-01', true, '')
          throw new NotTried('Nobody did it')
        },
      },
      {
        does: 'breaks',
        proves: ['L-01'],
        async run(holds) {
          log.push({ from: 'kit', raw: `MSH|1\rOBX|${'x'.repeat(500)}\r` }, { from: 'system', raw: 'MSA|AA' })
          holds('L-01', false, 'it was late')
          holds('L-01', true, '')
        },
      },
    ],
    log,
    () => undefined,
  )
  const report = reportOf('Title', linesOf(SENTENCES, findings), false)
  expect(report.split('\n')).toEqual([
    ...['Title', '', 'FAIL      L-01  One.', '          The kit breaks: it was late', '          > MSH|1'],
    `          > OBX|${'x'.repeat(60)}… (500 characters)`,
    '          < MSA|AA',
    ...['not tried L-02  Two.', '          Nobody did it'],
    ...['not tried L-03  Three.', '          No step tries it.', ''],
    ...['0 pass, 1 fail, 2 not tried.', ''],
  ])
})

test('after a stop no step is run', async () => {
  let isRun = false
  const findings = await runScript(
    [
      {
        does: 'stops',
        proves: ['L-01'],
        async run() {
          throw new Stopped('Production')
        },
      },
      {
        does: 'runs',
        proves: ['L-02'],
        async run() {
          isRun = true
        },
      },
    ],
    [],
    () => undefined,
  )
  expect({ isRun, why: findings.map(({ why }) => why) }).toEqual({
    isRun: false,
    why: ['Production', 'Production'],
  })
})

test('a step proves only what it announces', async () => {
  const step = {
    does: 'x',
    proves: [],
    run: async (holds: (n: string, is: boolean, why: string) => void) => holds('L-09', true, ''),
  }
  await expect(runScript([step], [], () => undefined)).rejects.toThrow('does not announce L-09')
})
