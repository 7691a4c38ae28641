import { useQuery } from '@tanstack/react-query'
import { useLinkProps, useLocation } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { grouped } from '#domain/text/figures.ts'
import { brand } from '#ui/brand.ts'
import { summaryOptions } from '../order/queries.ts'
import { catalogueLink } from '../session/other-sites.ts'
import { useSession } from '../session/session.ts'
import { drawerFor, type Entry, isPageOf } from './entries.ts'
import classes from './navigation.module.css'
import * as texts from './texts.ts'
import { useResultsToCheck } from './use-results-to-check.ts'
import { useWaiting } from './use-waiting.ts'

/** The side drawer: the pages of the portal, and at the bottom the laboratory's public website. */
export function Navigation() {
  const noteOf = useNotes()
  return (
    <nav aria-label={texts.main} className={classes.navigation}>
      {drawerFor(useSession()).map(({ label, entries }) => (
        <Group key={label} label={label}>
          {entries.map((entry) => (
            <EntryLink key={entry.label} entry={entry} note={noteOf(entry)} />
          ))}
        </Group>
      ))}
      <div className={classes.space} />
      <Group label={brand.name}>
        {brand.website.menus.map(({ label, href }) => (
          <li key={href} className={classes.entry}>
            <a href={href} className={classes.link}>
              {label}
            </a>
          </li>
        ))}
      </Group>
    </nav>
  )
}

/** How many orders stand where; of Reported, how many reports nobody has opened; how many users wait. */
function useNotes(): (entry: Entry) => string {
  const { institution, can } = useSession()
  const { data } = useQuery({ ...summaryOptions(institution.code), enabled: can('ViewOrder') })
  const waiting = useWaiting() ?? 0
  const toCheck = useResultsToCheck()
  const many = (count: number) => (count > 0 ? grouped(count) : '')
  return ({ counts }) => {
    if (counts === undefined) return ''
    if (counts === 'waiting') return waiting > 0 ? texts.waitingNote(many(waiting)) : ''
    if (counts === 'to-check') return many(toCheck)
    if (!data) return ''
    if (counts === 'reported') return data.unreadReports > 0 ? texts.newReports(many(data.unreadReports)) : ''
    return many(data.counts[counts])
  }
}

function Group({ label, children }: { label: string | null; children: ReactNode }) {
  const id = useId()
  return (
    <>
      {label !== null && (
        <p className={classes.group} id={id}>
          {label}
        </p>
      )}
      <ul className={classes.list} aria-labelledby={label === null ? undefined : id}>
        {children}
      </ul>
    </>
  )
}

function EntryLink({ entry, note }: { entry: Entry; note: string }) {
  const { configuration } = useSession()
  if (typeof entry.to === 'string') return <PageLink entry={entry} to={entry.to} note={note} />
  return (
    <li className={classes.entry}>
      <a href={catalogueLink(configuration)} className={classes.link}>
        {entry.label}
      </a>
    </li>
  )
}

interface PageLinkProps {
  entry: Entry
  to: string
  note: string
}

/** The number stands beside the link and describes it: the link's name stays its word. */
function PageLink({ entry, to, note }: PageLinkProps) {
  const { pathname, search } = useLocation()
  const noteId = useId()
  const list = to === '/orders' ? ({ orderBy: 'orderDate', page: 1 } as const) : {}
  const link = useLinkProps({ to, search: { ...(entry.status ? { status: entry.status } : {}), ...list } })
  const current =
    to === '/orders' ? pathname === to && search.status === entry.status : isPageOf(to, pathname)
  return (
    <li className={classes.entry} data-current={current || undefined}>
      <a
        {...link}
        className={classes.link}
        aria-current={current ? 'page' : undefined}
        aria-describedby={note ? noteId : undefined}
      >
        {entry.label}
      </a>
      {note && (
        <span className={classes.note} id={noteId}>
          {note}
        </span>
      )}
    </li>
  )
}
