import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { actSchema } from './acts.ts'
import type { Books } from './books.ts'
import type { SwitchableListener } from './listener.ts'
import {
  holdsOf,
  isCancelled,
  openHolds,
  refusalOf,
  type SimulatedOrder,
  specimensOf,
} from './simulated-order.ts'

interface ControlDeps {
  port: number
  books: Books
  listener: Pick<SwitchableListener, 'up' | 'down' | 'isUp'>
  /** Called when a command has changed the order. */
  onUpdate(simulatedOrder: SimulatedOrder): void
}

interface Reply {
  status: number
  body: unknown
}

const downSchema = z.strictObject({ seconds: z.number().positive().max(86_400).optional() })
const manualSchema = z.strictObject({ on: z.boolean() })

/**
 * Where tests command the laboratory, on 127.0.0.1 without sign-in. It replies once the command is in the
 * journal, not once the portal has received the message.
 */
export async function openControl({ port, books, listener, onUpdate }: ControlDeps) {
  const state = () => ({
    up: listener.isUp(),
    manual: books.isManual(),
    orders: books.simulatedOrders().length,
  })

  const commands: Record<string, (body: unknown) => Promise<void>> = {
    '/up': () => listener.up(),
    '/down': (body) => {
      const { seconds } = downSchema.parse(body)
      return listener.down(seconds === undefined ? null : seconds * 1000)
    },
    '/manual': (body) => {
      const { on } = manualSchema.parse(body)
      return books.enter({ kind: 'manual', at: new Date().toISOString(), on })
    },
  }

  async function performAct(simulatedOrder: SimulatedOrder, body: unknown): Promise<Reply> {
    const act = actSchema.parse(body)
    const refusal = refusalOf(simulatedOrder, act)
    if (refusal) return { status: 409, body: { error: refusal } }
    const controlId = await books.do(simulatedOrder, act, true)
    onUpdate(simulatedOrder)
    return { status: 200, body: { controlId, ...describeOrder(simulatedOrder) } }
  }

  async function reply(method: string, path: string, body: unknown): Promise<Reply> {
    const orderId = /^\/orders\/([^/]+)$/.exec(path)?.[1]
    if (orderId !== undefined) {
      const simulatedOrder = books.findByOrderId(decodeURIComponent(orderId))
      if (!simulatedOrder) return { status: 404, body: { error: `Order ${orderId} has not arrived` } }
      return method === 'POST'
        ? performAct(simulatedOrder, body)
        : { status: 200, body: describeOrder(simulatedOrder) }
    }
    if (`${method} ${path}` === 'GET /') return { status: 200, body: state() }
    const command = method === 'POST' ? commands[path] : undefined
    if (!command) return { status: 404, body: { error: `There is no ${method} ${path}` } }
    await command(body)
    return { status: 200, body: state() }
  }

  // A busy caller's next request does not meet the closing of its connection.
  const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    const { status, body } = await answerTo(request, reply)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : port,
    async close(): Promise<void> {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answerTo(
  request: IncomingMessage,
  reply: (method: string, path: string, body: unknown) => Promise<Reply>,
): Promise<Reply> {
  const { method = 'GET', url = '/' } = request
  // A web page cannot send this content type to another origin without a preflight request, which is not
  // answered.
  if (method === 'POST' && !request.headers['content-type']?.startsWith('application/json'))
    return { status: 415, body: { error: 'Send a body of type application/json' } }
  try {
    return await reply(method, url, method === 'POST' ? await json(request) : null)
  } catch (error) {
    return {
      status: 400,
      body: { error: error instanceof z.ZodError ? z.prettifyError(error) : String(error) },
    }
  }
}

/** An order's data: actions, changes received, and answers. */
function describeOrder(simulatedOrder: SimulatedOrder) {
  const { order, done, decisions, changes, answers } = simulatedOrder
  const open = new Set(openHolds(simulatedOrder).map(({ number }) => number))
  return {
    orderId: order.orderId,
    laboratoryNumber: order.laboratoryNumber,
    cancelled: isCancelled(simulatedOrder),
    specimens: specimensOf(simulatedOrder),
    holds: holdsOf(simulatedOrder).map((hold) => ({ ...hold, open: open.has(hold.number) })),
    changes: changes.map(({ controlId, at, answer, specimens }) => ({ controlId, at, answer, specimens })),
    cancellations: decisions.map(({ controlId, at, reason, decision }) => ({
      controlId,
      at,
      reason,
      decision,
    })),
    messages: done.map(({ controlId, at, act }) => {
      const answer = answers.get(controlId)
      return { controlId, at, act, answer: answer ? { code: answer.code, text: answer.text } : null }
    }),
  }
}

/** An order as the control interface returns it. */
export type OrderDescription = ReturnType<typeof describeOrder>
