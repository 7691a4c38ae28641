import { Radio } from '@mantine/core'
import { type Control, Controller } from 'react-hook-form'
import { rolesInWords } from '#domain/users/role-words.ts'
import { Card } from '#ui/Card.tsx'
import { showDay } from '#ui/dates.ts'
import * as texts from '../texts.ts'
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
      title={invitations.length === 1 ? texts.youHaveBeenInvited : texts.yourInvitations}
      sub={texts.invitationHint}
    >
      <Controller
        control={control}
        name="invitationId"
        render={({ field, fieldState }) => (
          <Radio.Group
            name={field.name}
            aria-label={texts.registerWith}
            value={field.value === null ? NONE : String(field.value)}
            onChange={(value) => field.onChange(value === NONE ? null : Number(value))}
            error={fieldState.error?.message}
          >
            <div className={classes.choices}>
              {invitations.map(({ id, institution, roles, invitedBy, expiresAt }) => (
                <Radio
                  key={id}
                  value={String(id)}
                  label={texts.acceptFrom(institution.institutionName)}
                  description={texts.invitationLine(rolesInWords(roles), invitedBy, showDay(expiresAt))}
                />
              ))}
              <Radio value={NONE} label={texts.registerWithAnotherInstitution} />
            </div>
          </Radio.Group>
        )}
      />
    </Card>
  )
}
