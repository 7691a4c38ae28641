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
        aria-label={isNavigationOpen ? 'Hide the menu' : 'Show the menu'}
        aria-expanded={isNavigationOpen}
      />
      <Logo compact />
      <UnstyledButton className={classes.search} onClick={openSearch} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} aria-hidden="true" />
        <span className={classes.searchText}>Find an order, patient or test</span>
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
        aria-label="Find an order, patient or test"
      >
        <IconSearch size={18} aria-hidden="true" />
      </ActionIcon>
      {!isAbove && <InstitutionMenu />}
      {mayCreateVob(session) && (
        <Button
          variant="default"
          className={classes.create}
          renderRoot={(props) => (
            <Link to="/create" search={{ is_vob: true }} {...props} aria-label="Create VOB" />
          )}
        >
          <IconReceiptDollar size={18} aria-hidden="true" className={classes.plus} />
          <span className={classes.createText}>Create VOB</span>
        </Button>
      )}
      {mayCreateOrders(session) && (
        <Button
          className={classes.create}
          renderRoot={(props) => <Link to="/create" {...props} aria-label="Create Order" />}
        >
          <IconPlus size={18} aria-hidden="true" className={classes.plus} />
          <span className={classes.createText}>Create Order</span>
        </Button>
      )}
      {seesNotifications(session) && <Notifications />}
      <AccountMenu openKeys={openKeys} />
    </header>
  )
}
