import fastify from 'fastify'
import { expect, test } from 'vitest'
import { operationsPlugin } from './operations.ts'

const none = async () => ({ count: 0, oldestSeconds: null, givenUp: 0, refused: 0 })
const parts = {
  ...{ ping: none, waitingMessages: none, waitingMail: none, waitingRequests: none },
  waitingChecks: none,
  livePages: () => 0,
}

test('the figures count the requests of every route, by its pattern and not its address', async () => {
  const app = fastify()
  app.get('/api/orders/:id', () => 'an order')
  await app.register(operationsPlugin(parts))
  await app.inject('/api/orders/100001?search=Quillbrook')
  const { body } = await app.inject('/metrics')
  expect(body).toContain('karyo_request_seconds_count{method="GET",route="/api/orders/:id",status="200"} 1')
  expect(body).not.toMatch(/100001|Quillbrook/)
  await app.close()
})

test('what waits for the laboratory, the mail server, payers and the counseling partner, and what never arrived, is seen', async () => {
  const app = fastify()
  const waitingMessages = async () => ({ count: 2, oldestSeconds: 40 })
  const waitingMail = async () => ({ count: 3, oldestSeconds: 60, givenUp: 1 })
  const waitingRequests = async () => ({ count: 4, oldestSeconds: 80, refused: 2 })
  const waitingChecks = async () => ({ count: 5, oldestSeconds: 90, givenUp: 6 })
  await app.register(
    operationsPlugin({ ...parts, waitingMessages, waitingMail, waitingRequests, waitingChecks }),
  )
  expect((await app.inject('/healthz')).json()).toEqual({
    status: 'ready',
    laboratory: { count: 2, oldestSeconds: 40 },
    mail: { count: 3, oldestSeconds: 60, givenUp: 1 },
    eligibility: { count: 5, oldestSeconds: 90, givenUp: 6 },
    counseling: { count: 4, oldestSeconds: 80, refused: 2 },
  })
  const { body } = await app.inject('/metrics')
  expect(body).toContain('karyo_laboratory_messages_waiting 2')
  expect(body).toContain('karyo_mails_waiting 3')
  expect(body).toContain('karyo_mails_given_up 1')
  expect(body).toContain('karyo_eligibility_checks_waiting 5')
  expect(body).toContain('karyo_eligibility_checks_waiting_seconds 90')
  expect(body).toContain('karyo_eligibility_checks_given_up 6')
  expect(body).toContain('karyo_counseling_requests_waiting 4')
  expect(body).toContain('karyo_counseling_requests_refused 2')
  await app.close()
})
