import { expect, test, vi } from 'vitest'
import { openTelemetry } from './open.ts'

const { loaded, noted } = vi.hoisted(() => {
  const loaded: string[] = []
  const noted = (name: string) => {
    loaded.push(name)
    return {}
  }
  return { loaded, noted }
})
vi.mock('@sentry/core', () => noted('@sentry/core'))
vi.mock('@sentry/core/server', () => noted('@sentry/core/server'))
vi.mock('@opentelemetry/sdk-trace', () => noted('@opentelemetry/sdk-trace'))

test('loads no library, calls nothing and registers nothing without configuration', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const { reporter, plugin, close } = await openTelemetry({
    ...{ dsn: undefined, otlpEndpoint: undefined },
    ...{ version: '10.5.0', environment: 'test', traceKey: 'test' },
  })
  reporter.report({ message: 'x' })
  await reporter.flush()
  await close()
  expect(plugin).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
  expect(loaded).toEqual([])
  // Proves that the check above would have noticed a loaded library.
  await import('@sentry/core')
  expect(loaded).toEqual(['@sentry/core'])
})
