import { Radio } from '@mantine/core'
import { type Control, Controller } from 'react-hook-form'
import { rolesInWords } from '#domain/users/role-words.ts'
import { Card } from '#ui/Card.tsx'
import { showDay } from '#ui/dates.ts'
import classes from './registration.module.css'
import type { Invitation, Values } from './values.ts'

interface InvitationsCardProps {
  invitations: readonly Invitation[]
  control: Control<Values>
}

const NONE = 'none'

/** Who is invited needs no approval: the institution, and what may be done there, are settled already. */
export function InvitationsCard({ invitations, control }: InvitationsCardProps) {
  return (
    <Card
      title={invitations.length === 1 ? 'You are invited' : 'Your invitations'}
      sub="With an invitation you need no further approval."
    >
      <Controller
        control={control}
        name="invitationId"
        render={({ field, fieldState }) => (
          <Radio.Group
            name={field.name}
            aria-label="Register with"
            value={field.value === null ? NONE : String(field.value)}
            onChange={(value) => field.onChange(value === NONE ? null : Number(value))}
            error={fieldState.error?.message}
          >
            <div className={classes.choices}>
              {invitations.map(({ id, institution, roles, invitedBy, expiresAt }) => (
                <Radio
                  key={id}
                  value={String(id)}
                  label={`Accept the invitation of ${institution.institutionName}`}
                  description={`${rolesInWords(roles)} · from ${invitedBy} · until ${showDay(expiresAt)}`}
                />
              ))}
              <Radio value={NONE} label="Register with another institution" />
            </div>
          </Radio.Group>
        )}
      />
    </Card>
  )
}
