import { Badge, type MantineColorScheme, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import {
  IconChevronDown,
  IconKeyboard,
  IconLogout,
  IconUser,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { notifyProblem } from '#ui/notices.ts'
import { useSession } from '../session/session.ts'
import { seesManageUsers } from './entries.ts'
import classes from './menus.module.css'
import * as texts from './texts.ts'
import { useWaiting } from './use-waiting.ts'

const SCHEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', texts.matchSystem],
] as const satisfies readonly (readonly [MantineColorScheme, string])[]

export function AccountMenu({ openKeys }: { openKeys: () => void }) {
  const session = useSession()
  const { user, institution, configuration, logout } = session
  const waiting = useWaiting() ?? 0
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = `${user.firstName} ${user.lastName}`.toLowerCase()
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.trigger} aria-label={texts.welcome(name)}>
          <IconUser size={20} aria-hidden="true" className={classes.person} />
          <span className={classes.welcome}>{texts.welcome(name)}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.email}
          <br />
          {institution.name}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUserCircle size={16} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/profile" {...props} />}
        >
          {texts.profile}
        </Menu.Item>
        {seesManageUsers(session) && (
          <Menu.Item
            leftSection={<IconUsers size={16} aria-hidden="true" />}
            rightSection={
              waiting > 0 && (
                <Badge size="sm" className={classes.waiting}>
                  {texts.waitingCount(waiting)}
                </Badge>
              )
            }
            renderRoot={(props) => <Link to="/users" {...props} />}
          >
            {texts.manageUsers}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>{texts.appearance}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(chosen) => setColorScheme(chosen as MantineColorScheme)}
        >
          {SCHEMES.map(([scheme, label]) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden="true" />} onClick={openKeys}>
          {texts.keyboardShortcuts}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden="true" />}
          onClick={() => void logout().catch(notifyProblem)}
        >
          {texts.logout}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{texts.versionNumber(configuration.version)}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}
