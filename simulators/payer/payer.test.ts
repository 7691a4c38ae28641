import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '#adapters/identity/testing/free-port.ts'
import { keepSimulatedPayer } from './keep.ts'
import { readSettings } from './settings.ts'
import { startSimulatedPayer } from './start.ts'
import { askAt, memberNamed, requestAbout } from './testing/requests.ts'

// Each starts processes, which takes a while on a busy machine.
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const NORA = requestAbout(memberNamed('NORA'))

test('answers from its own process, and stops when told to', async () => {
  const exits: string[] = []
  const payer = await startSimulatedPayer({ port: 0, slowSeconds: 0, onExit: () => exits.push('exit') })
  cleanups.push(() => payer.stop())
  expect(payer.pid).not.toBe(process.pid)
  const { answer } = await askAt(payer.port).check(NORA)
  expect(answer.member).toMatchObject({ firstName: 'NORA', planName: 'PAPERMOON PPO 1500' })
  const late = await askAt(payer.port).check(requestAbout(memberNamed('FAY')))
  expect(late.answer.benefits.length).toBeGreaterThan(0)
  await payer.stop()
  await expect(askAt(payer.port).check(NORA)).rejects.toMatchObject({ kind: 'down' })
  expect(exits).toEqual([])
})

test('is restarted on the same port when it dies', async () => {
  const lines: string[] = []
  const payer = await keepSimulatedPayer({
    ...{ port: await freePort(), slowSeconds: 0, onLog: (line) => lines.push(line) },
  })
  cleanups.push(() => payer.stop())
  const first = payer.pid()
  process.kill(first, 'SIGKILL')
  await expect.poll(() => payer.pid()).not.toBe(first)
  expect((await askAt(payer.port).check(NORA)).answer.rejections).toEqual([])
  expect(lines).toEqual(['The simulated payer ended; restarting it'])
})

test('ends when its parent process has ended', async () => {
  const parent = fork(fileURLToPath(new URL('./testing/parent.ts', import.meta.url)), { execArgv: [] })
  const [port] = await once(parent, 'message')
  const line = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(line, 'connect')
  // Not once(): that rejects if the connection is reset before it is closed.
  const hungUp = new Promise((resolve) => line.on('close', resolve))
  parent.kill('SIGKILL')
  await hungUp
  const [error] = await once(connect(port, '127.0.0.1'), 'error')
  expect(error).toMatchObject({ code: 'ECONNREFUSED' })
})

test('fails to start on a port that is taken, instead of hanging', async () => {
  const payer = await startSimulatedPayer({ port: 0, slowSeconds: 0 })
  cleanups.push(() => payer.stop())
  await expect(startSimulatedPayer({ port: payer.port, slowSeconds: 0 })).rejects.toThrow(
    'ended before it listened',
  )
})

describe('its settings', () => {
  test('have defaults', () => {
    expect(readSettings({})).toEqual({ port: 0, slowSeconds: 45 })
    expect(readSettings({ KARYO_SIM_PORT: '8271', KARYO_SIM_SLOW_SECONDS: ' 3 ' })).toEqual({
      ...{ port: 8271, slowSeconds: 3 },
    })
  })

  test.each([
    [{ KARYO_SIM_PORT: '70000' }, 'KARYO_SIM_PORT is not a valid number: 70000'],
    [{ KARYO_SIM_SLOW_SECONDS: 'late' }, 'KARYO_SIM_SLOW_SECONDS is not a valid number: late'],
    [{ KARYO_SIM_SLOW_SECONDS: '-1' }, 'KARYO_SIM_SLOW_SECONDS is not a valid number: -1'],
  ])('rejects %j, naming the variable', (environment, message) => {
    expect(() => readSettings(environment)).toThrow(message)
  })
})
