import { Alert, Button, Group } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { rolesInWords } from '#domain/users/role-words.ts'
import { api } from '#portal/api.ts'
import { profileOptions } from '#portal/session/profile.ts'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import { registrationOptions } from './queries.ts'
import * as texts from './texts.ts'

/** Invitations of somebody who is registered already, to be accepted with one press. Nothing where there are none. */
export function OpenInvitations() {
  const { data } = useQuery(registrationOptions)
  const queries = useQueryClient()
  const accept = useMutation({
    mutationFn: (id: number) => api.physicians.acceptInvitation({ params: { id } }),
    onSuccess: () => notifySuccess(texts.invitationAccepted),
    onError: notifyProblem,
    onSettled: () =>
      Promise.all(
        [profileOptions.queryKey, ['me', 'institutions']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
  return data?.invitations.map(({ id, institution, roles, invitedBy }) => (
    <Alert key={id} color="brand" my="md" title={texts.invitedByInstitution(institution.institutionName)}>
      {texts.invitedBy(invitedBy, rolesInWords(roles))}
      <Group mt="sm">
        <Button
          size="xs"
          aria-label={texts.acceptFrom(institution.institutionName)}
          disabled={accept.isPending && accept.variables !== id}
          loading={accept.isPending && accept.variables === id}
          onClick={() => accept.mutate(id)}
        >
          {texts.acceptInvitation}
        </Button>
      </Group>
    </Alert>
  ))
}
