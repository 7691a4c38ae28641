import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation } from '#contract/users.ts'
import { rolesInWords } from '#domain/users/role-words.ts'
import { api } from '#portal/api.ts'
import { Card } from '#ui/Card.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { showDay } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import classes from './invitations-card.module.css'
import { invitationsOptions } from './queries.ts'
import * as texts from './texts.ts'

/** Who was invited and has not answered yet. */
export function InvitationsCard({ hospital }: { hospital: string }) {
  const invitations = useQuery(invitationsOptions(hospital))
  const { data } = invitations
  return (
    <Card title={texts.openInvitations}>
      {data === undefined ? (
        invitations.isError ? (
          <ErrorState problem={invitations.error} retry={() => invitations.refetch()} />
        ) : (
          <Skeleton height={12} my={5} width="60%" />
        )
      ) : data.length === 0 ? (
        <p className={classes.none}>{texts.noInvitations}</p>
      ) : (
        <ul className={classes.list}>
          {data.map((invitation) => (
            <InvitationLine key={invitation.id} hospital={hospital} invitation={invitation} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function InvitationLine({ hospital, invitation }: { hospital: string; invitation: Invitation }) {
  const { id, email, expired } = invitation
  const queries = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const refresh = () => void queries.invalidateQueries({ queryKey: ['users', hospital] })
  const params = { hospital, id }
  const resend = useMutation({
    mutationFn: () => api.users.resend({ params }),
    onSuccess: () => notifySuccess(texts.invitationSentAgain(email)),
    onError: notifyProblem,
    onSettled: refresh,
  })
  const withdraw = useMutation({
    mutationFn: () => api.users.withdraw({ params }),
    onSuccess: () => notifySuccess(texts.invitationWithdrawn(email)),
    onError: (error) => {
      setConfirming(false)
      notifyProblem(error)
    },
    onSettled: refresh,
  })
  return (
    <li className={classes.line}>
      <div className={classes.who}>
        <div className={classes.email}>{email}</div>
        <div>{rolesInWords(invitation.roles)}</div>
        <div className={classes.second}>
          {texts.invitedBy(invitation.invitedBy, showDay(invitation.sentAt))}{' '}
          {expired ? (
            <span className={classes.expired}>{texts.expiredOn(showDay(invitation.expiresAt))}</span>
          ) : (
            texts.validUntil(showDay(invitation.expiresAt))
          )}
        </div>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="xs"
          loading={resend.isPending}
          aria-label={texts.sendAgainTo(email)}
          onClick={() => resend.mutate()}
        >
          {texts.sendAgain}
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-label={texts.withdrawInvitationTo(email)}
          onClick={() => setConfirming(true)}
        >
          {texts.withdraw}
        </Button>
      </div>
      <ConfirmDialog
        opened={isConfirming}
        title={texts.withdrawThisInvitation}
        confirm={texts.withdrawInvitation}
        cancel={texts.keepInvitation}
        danger
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate()}
        onClose={() => setConfirming(false)}
      >
        {texts.withdrawHint(email)}
      </ConfirmDialog>
    </li>
  )
}
