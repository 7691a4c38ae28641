import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { User } from '#contract/users.ts'
import { rolesInWords } from '#domain/users/role-words.ts'
import { Card } from '#ui/Card.tsx'
import { showDay } from '#ui/dates.ts'
import { ApproveRolesDialog, DeclineRolesDialog } from './SecondPersonDialogs.tsx'

/** Roles of a user that wait for a second person, and the decision where the reader can be that person. */
export function ProposedCard({ user }: { user: User }) {
  const [approving, approve] = useDisclosure(false)
  const [declining, decline] = useDisclosure(false)
  const { proposed } = user
  if (!proposed) return null
  return (
    <Card title="Waiting for a second person">
      <p>
        {proposed.by} gave <strong>{rolesInWords(proposed.roles)}</strong> on{' '}
        <time dateTime={proposed.at}>{showDay(proposed.at)}</time>.{' '}
        {user.status === 'WaitingForApproval'
          ? 'It takes effect with the approval.'
          : 'It takes effect once a super user of the institution or the laboratory’s support approves it.'}
      </p>
      {user.abilities.approveRoles && (
        <Group gap="sm">
          <Button onClick={approve.open}>Approve roles</Button>
          <Button variant="default" onClick={decline.open}>
            Decline roles
          </Button>
        </Group>
      )}
      <ApproveRolesDialog
        person={user}
        opened={approving}
        onClose={approve.close}
        onDecided={approve.close}
      />
      <DeclineRolesDialog
        person={user}
        opened={declining}
        onClose={decline.close}
        onDecided={decline.close}
      />
    </Card>
  )
}
