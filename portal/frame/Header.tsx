import { ActionIcon, Burger, Button, Kbd, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, IconReceiptDollar, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { mayCreateOrders, mayCreateVob, seesNotifications } from './entries.ts'
import classes from './header.module.css'
import { InstitutionMenu } from './InstitutionMenu.tsx'
import { MOD_KEY } from './KeysList.tsx'
import { Logo } from './Logo.tsx'
import { Notifications } from './Notifications.tsx'
import * as texts from './texts.ts'

interface HeaderProps {
  isNavigationOpen: boolean
  toggleNavigation: () => void
  openSearch: () => void
  openKeys: () => void
}

export function Header({ isNavigationOpen, toggleNavigation, openSearch, openKeys }: HeaderProps) {
  const session = useSession()
  // Where it has a line of its own above, it comes first for the keyboard too.
  const isAbove = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <header className={classes.header}>
      {isAbove && <InstitutionMenu />}
      <Burger
        opened={false}
        onClick={toggleNavigation}
        size="sm"
        aria-label={isNavigationOpen ? texts.hideTheMenu : texts.showTheMenu}
        aria-expanded={isNavigationOpen}
      />
      <Logo compact />
      <UnstyledButton className={classes.search} onClick={openSearch} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} aria-hidden="true" />
        <span className={classes.searchText}>{texts.findAnything}</span>
        <Kbd size="xs" aria-hidden="true">
          {MOD_KEY} K
        </Kbd>
      </UnstyledButton>
      <div className={classes.space} />
      <ActionIcon
        className={classes.searchIcon}
        variant="subtle"
        color="gray"
        size="lg"
        onClick={openSearch}
        aria-label={texts.findAnything}
      >
        <IconSearch size={18} aria-hidden="true" />
      </ActionIcon>
      {!isAbove && <InstitutionMenu />}
      {mayCreateVob(session) && (
        <Button
          variant="default"
          className={classes.create}
          renderRoot={(props) => (
            <Link to="/create" search={{ is_vob: true }} {...props} aria-label={texts.createVob} />
          )}
        >
          <IconReceiptDollar size={18} aria-hidden="true" className={classes.plus} />
          <span className={classes.createText}>{texts.createVob}</span>
        </Button>
      )}
      {mayCreateOrders(session) && (
        <Button
          className={classes.create}
          renderRoot={(props) => <Link to="/create" {...props} aria-label={texts.createOrder} />}
        >
          <IconPlus size={18} aria-hidden="true" className={classes.plus} />
          <span className={classes.createText}>{texts.createOrder}</span>
        </Button>
      )}
      {seesNotifications(session) && <Notifications />}
      <AccountMenu openKeys={openKeys} />
    </header>
  )
}
