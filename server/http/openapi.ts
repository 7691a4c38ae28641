import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import { ERRORS } from '#contract/errors.ts'
import { problem } from '#contract/problem.ts'
import { commonErrors, isBinary, isEventStream, isFile, type Route } from '#contract/route.ts'

/** The route as Fastify's schema, from which `/api/openapi.json` is generated and replies are serialized. */
export function routeSchema(feature: string, name: string, route: Route): FastifySchema {
  const response: Record<string, unknown> = {}
  if (route.reply === undefined) response['204'] = z.null().describe('Done.')
  else if (!isBinary(route.reply) && !isEventStream(route.reply) && !isFile(route.reply))
    response[route.status ?? 200] = route.reply
  for (const code of [...commonErrors(route), ...route.errors]) {
    const [status] = ERRORS[code]
    const before = response[status] as z.ZodType | undefined
    response[status] = problem.describe([before?.description, code].filter(Boolean).join(', '))
  }
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: route.summary,
    description: describeAccess(route),
    ...(route.access.kind === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(route.params ? { params: route.params } : {}),
    ...(route.query ? { querystring: route.query } : {}),
    ...(route.headers ? { headers: route.headers } : {}),
    ...(route.body ? { body: route.body } : {}),
    ...(route.bodyType ? { consumes: [route.bodyType] } : {}),
    ...(isBinary(route.reply) ? { produces: [route.reply.binary] } : {}),
    ...(isFile(route.reply) ? { produces: ['application/octet-stream'] } : {}),
    ...(isEventStream(route.reply) ? { produces: ['text/event-stream'] } : {}),
    response,
  } as FastifySchema
}

function describeAccess({ access }: Route): string {
  if (access.kind === 'public') return `Public: ${access.because}.`
  if (access.kind === 'signed-in') return 'Needs a valid token.'
  if (access.kind === 'member') return 'Needs an active user.'
  if (access.kind === 'own') return `Needs an active user, who is the {${access.at}} of the path.`
  if (access.kind === 'support') return 'Needs the laboratory’s Support role.'
  const where = access.at ? `at the institution of ${access.at.join(' and ')}` : 'at any institution'
  return `Needs ${access.permissions.join(' or ')} ${where}.`
}
