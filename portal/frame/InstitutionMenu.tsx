import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import classes from './menus.module.css'

/** A page that belongs to one institution's thing is left when another is chosen. */
const STAYS: readonly string[] = ['/dashboard', '/orders']

/** The institution worked for; a menu for those with several. */
export function InstitutionMenu() {
  const { institution, institutions, selectInstitution } = useSession()
  const router = useRouter()
  const choose = (code: string) => {
    selectInstitution(code)
    if (!STAYS.includes(router.history.location.pathname)) void router.navigate({ to: '/dashboard' })
  }
  if (institutions.length < 2)
    return (
      <span className={classes.institution}>
        {institution.name} · {institution.code}
      </span>
    )
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <UnstyledButton
          className={classes.trigger}
          data-institution
          aria-label={`Institution: ${institution.name} · ${institution.code}`}
        >
          <span className={classes.triggerText}>
            {institution.name} · {institution.code}
          </span>
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={institution.code} onChange={choose}>
          {institutions.map(({ code, name }) => (
            <Menu.RadioItem key={code} value={code} closeMenuOnClick>
              {name} <span className={classes.code}>{code}</span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
