import { Anchor, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { WaitingUser } from '#contract/users.ts'
import { rolesInWords } from '#domain/users/role-words.ts'
import { Card } from '#ui/Card.tsx'
import { DetailList } from '#ui/DetailList.tsx'
import { showAgo, showInstant } from '#ui/dates.ts'
import { AccountName } from './AccountName.tsx'
import { ApproveDialog, RefuseDialog } from './DecisionDialogs.tsx'
import { PhoneLines } from './PhoneLines.tsx'
import { RegistryLine } from './RegistryLine.tsx'
import { ApproveRolesDialog, DeclineRolesDialog } from './SecondPersonDialogs.tsx'
import * as texts from './texts.ts'
import classes from './waiting-card.module.css'
import { personName } from './words.ts'

/** Somebody who waits: what there is to decide by, and the decision. */
export function WaitingCard({ person, onDecided }: { person: WaitingUser; onDecided: () => void }) {
  const [approving, approve] = useDisclosure(false)
  const [refusing, refuse] = useDisclosure(false)
  const name = personName(person)
  const { institution, institutionIsNew } = person
  const dialog = { person, institutionIsNew, onDecided }
  // Who works there already waits for a role only.
  const [Approve, Refuse] =
    person.status === 'Active' ? [ApproveRolesDialog, DeclineRolesDialog] : [ApproveDialog, RefuseDialog]
  return (
    <Card
      title={
        <span tabIndex={-1} data-person className={classes.name}>
          {name}
        </span>
      }
      sub={
        <>
          {texts.waitingSince} <time dateTime={person.requestedAt}>{showInstant(person.requestedAt)}</time> (
          {showAgo(person.requestedAt)})
        </>
      }
    >
      <div className={classes.body}>
        <DetailList
          wide
          details={[
            [
              'Institution',
              <div key="institution" className={classes.institution}>
                <span>
                  {institution.name} ({institution.code})
                </span>
                {institutionIsNew && <span className={classes.new}>{texts.newInstitution}</span>}
              </div>,
            ],
            [
              texts.accountsName,
              person.accountName && <AccountName key="account" name={person.accountName} />,
            ],
            [
              texts.assignedRoles,
              person.proposed && texts.proposedRoles(rolesInWords(person.proposed.roles), person.proposed.by),
            ],
            [texts.providerType, person.providerType],
            ['NPI', person.npi ? <RegistryLine person={person} /> : 'None'],
            [
              texts.actsFor,
              person.delegate &&
                texts.actsForProvider(person.delegate.providerName, person.delegate.providerNpi),
            ],
            ['Email', <Anchor key="email" href={`mailto:${person.email}`} children={person.email} />],
            ['Phones', person.phoneNumbers.length > 0 ? <PhoneLines phones={person.phoneNumbers} /> : 'None'],
          ]}
        />
        {person.status === 'Active' && !person.mayApproveRoles ? (
          <p>{texts.whoMustApprove}</p>
        ) : (
          <div className={classes.actions}>
            <Button onClick={approve.open} aria-label={texts.approveNamed(name)}>
              {texts.approve}
            </Button>
            <Button variant="default" onClick={refuse.open} aria-label={texts.denyNamed(name)}>
              {texts.deny}
            </Button>
          </div>
        )}
      </div>
      <Approve
        {...dialog}
        opened={approving}
        onClose={approve.close}
        onDecided={() => {
          approve.close()
          onDecided()
        }}
      />
      <Refuse
        {...dialog}
        opened={refusing}
        onClose={refuse.close}
        onDecided={() => {
          refuse.close()
          onDecided()
        }}
      />
    </Card>
  )
}
