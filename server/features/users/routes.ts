import type { usersRoutes } from '#contract/users.ts'
import type { Handlers } from '#server/http/handlers.ts'
import type { UserDeps } from './deps.ts'
import { invitationsService } from './invitations.ts'
import { usersService } from './service.ts'

export function usersHandlers(deps: UserDeps): Handlers<typeof usersRoutes> {
  const users = usersService(deps)
  const invitations = invitationsService(deps)
  return {
    list: (request) => users.list(request.authority, request),
    get: (request) => users.get(request.authority, request),
    changeRoles: (request) => users.changeRoles(request.authority, request),
    changeStatus: (request) => users.changeStatus(request.authority, request),
    endSessions: (request) => users.endSessions(request.authority, request),
    forgetSecondFactor: (request) => users.forgetSecondFactor(request.authority, request),
    move: (request) => users.move(request.authority, request),
    waiting: (request) => users.waiting(request.authority, request),
    decide: async (request) => void (await users.decide(request.authority, request)),
    approveRoles: (request) => users.approveRoles(request.authority, request),
    invitations: (request) => invitations.list(request.authority, request),
    invite: (request) => invitations.invite(request.authority, request),
    resend: (request) => invitations.resend(request.authority, request),
    withdraw: async (request) => void (await invitations.withdraw(request.authority, request)),
  }
}
