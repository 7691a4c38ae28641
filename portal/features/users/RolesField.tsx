import { Checkbox, Stack } from '@mantine/core'
import { type GivenRole, givenRole } from '#contract/people.ts'
import { ROLE_WORDS, ROLES_LISTED } from '#domain/users/role-words.ts'
import * as texts from './texts.ts'

interface RolesFieldProps {
  value: readonly GivenRole[]
  onChange: (roles: GivenRole[]) => void
  /** Those that the reader may give and take; a role beyond them stays as it is. */
  mayGive: readonly GivenRole[]
  /** Those that, given by the reader, take effect only once a second person has approved them. */
  waitIfGiven: readonly GivenRole[]
  error?: string | undefined
}

/** The roles to choose from, each with what it allows. */
export function RolesField({ value, onChange, mayGive, waitIfGiven, error }: RolesFieldProps) {
  const offered = [...mayGive, ...value]
  const visibleRoles = ROLES_LISTED.filter((role): role is GivenRole => offered.some((one) => one === role))
  return (
    <Checkbox.Group
      label={texts.roles}
      error={error}
      errorProps={{ mt: 'xs' }}
      value={[...value]}
      onChange={(chosen) => onChange(givenRole.array().parse(chosen))}
    >
      <Stack gap={10} mt={6}>
        {visibleRoles.map((role) => (
          <Checkbox
            key={role}
            name="roles"
            value={role}
            label={ROLE_WORDS[role].name}
            description={
              waitIfGiven.includes(role)
                ? texts.needsApproval(ROLE_WORDS[role].allows)
                : mayGive.includes(role)
                  ? ROLE_WORDS[role].allows
                  : texts.superUserOnly(ROLE_WORDS[role].allows)
            }
            disabled={!mayGive.includes(role)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
