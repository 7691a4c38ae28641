import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { viewsOptions } from '#portal/order/queries.ts'
import { type OrdersSearch, readList } from '#portal/order/search-params.ts'
import { useSession } from '#portal/session/session.ts'
import { viewOf } from './list-filters.ts'
import { ManageViewsDialog } from './ManageViewsDialog.tsx'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import * as texts from './texts.ts'

/** The lists that the reader has kept, and the way to keep this one. */
export function ViewsMenu({ search }: { search: OrdersSearch }) {
  const { user } = useSession()
  const { data: views = [] } = useQuery(viewsOptions(user.id))
  const [saving, save] = useDisclosure(false)
  const [managing, manage] = useDisclosure(false)
  const now = viewOf(search)
  const currentView = views.find((view) => viewOf(readList(view.search)) === now)
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {currentView?.name ?? texts.views}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
          {views.length === 0 && <Menu.Label>{texts.noSavedViewsYet}</Menu.Label>}
          {views.map(({ name, search: savedSearch }) => (
            <Menu.Item
              key={name}
              aria-current={name === currentView?.name ? 'page' : undefined}
              renderRoot={(props) => <Link to="/orders" search={readList(savedSearch)} {...props} />}
            >
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={save.open}>{texts.saveViewMenu}</Menu.Item>
          {views.length > 0 && <Menu.Item onClick={manage.open}>{texts.renameOrDelete}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <SaveViewDialog opened={saving} search={now} views={views} onClose={save.close} />
      <ManageViewsDialog opened={managing} views={views} onClose={manage.close} />
    </>
  )
}
