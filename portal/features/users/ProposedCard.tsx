import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { User } from '#contract/users.ts'
import { rolesInWords } from '#domain/users/role-words.ts'
import { Card } from '#ui/Card.tsx'
import { showDay } from '#ui/dates.ts'
import { ApproveRolesDialog, DeclineRolesDialog } from './SecondPersonDialogs.tsx'
import * as texts from './texts.ts'

/** Roles of a user that wait for a second person, and the decision where the reader can be that person. */
export function ProposedCard({ user }: { user: User }) {
  const [approving, approve] = useDisclosure(false)
  const [declining, decline] = useDisclosure(false)
  const { proposed } = user
  if (!proposed) return null
  return (
    <Card title={texts.waitingForSecondApproval}>
      <p>
        {proposed.by} gave <strong>{rolesInWords(proposed.roles)}</strong> on{' '}
        <time dateTime={proposed.at}>{showDay(proposed.at)}</time>.{' '}
        {user.status === 'WaitingForApproval' ? texts.effectOnceApproved : texts.whoApproves}
      </p>
      {user.abilities.approveRoles && (
        <Group gap="sm">
          <Button onClick={approve.open}>{texts.approveRoles}</Button>
          <Button variant="default" onClick={decline.open}>
            {texts.declineRoles}
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
