import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Family } from '#contract/families.ts'
import { familyOptions, OpenFamily, useOpenFamily } from '#portal/features/families/public.ts'
import { idInAddress, isMissing, MissingThing } from '#portal/frame/MissingThing.tsx'
import { useOpenedIn } from '#portal/frame/use-opened-in.ts'
import { useSession } from '#portal/session/session.ts'
import { counted } from '#ui/counted.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { InlineList } from '#ui/InlineList.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { TabBar } from '#ui/TabBar.tsx'
import { RenameFamily } from './RenameFamily.tsx'
import { FAMILY_TABS } from './tabs.tsx'
import * as texts from './texts.ts'

const route = getRouteApi('/signed-in/families/$id')

/** One family: its drawing, its people, and what others add as tabs (tabs.tsx). */
export default function FamilyPage() {
  const { id } = route.useParams()
  const { institution } = useSession()
  const [number, openedIn] = [idInAddress(id), useOpenedIn(id)]
  const missing = (
    <MissingThing thing="family" id={number} openedIn={openedIn} skeleton={<FamilySkeleton />} />
  )
  if (number === null) return missing
  return (
    <LoadedFamily
      key={`${institution.code} ${id}`}
      hospital={institution.code}
      id={number}
      missing={missing}
    />
  )
}

function FamilySkeleton() {
  return (
    <>
      <VisuallyHidden role="status">{texts.loading}</VisuallyHidden>
      <Skeleton height={24} width={320} mb={28} />
      <Skeleton height={480} radius="lg" />
    </>
  )
}

interface LoadedFamilyProps {
  hospital: string
  id: number
  /** Where there is none. */
  missing: ReactNode
}

function LoadedFamily({ hospital, id, missing }: LoadedFamilyProps) {
  const query = useQuery(familyOptions(hospital, id))
  if (isMissing(query.error)) return missing
  if (query.data === undefined)
    return query.isError ? (
      <ErrorState problem={query.error} retry={() => query.refetch()} />
    ) : (
      <FamilySkeleton />
    )
  return (
    <OpenFamily family={query.data}>
      <FamilyView family={query.data} />
    </OpenFamily>
  )
}

function FamilyView({ family }: { family: Family }) {
  const { state, document, mayChange } = useOpenFamily()
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const isWide = useMediaQuery('(min-width: 56.25em)', true, { getInitialValueInEffect: false })
  // On a phone the table comes first.
  const tabs = isWide ? FAMILY_TABS : FAMILY_TABS.toSorted((one, other) => one.onPhone - other.onPhone)
  const chosen = tabs.find(({ key }) => key === tab) ?? tabs[0]
  const [visited, visit] = useState<ReadonlySet<string>>(new Set())
  if (chosen && !visited.has(chosen.key)) visit(new Set([...visited, chosen.key]))
  const probands = document.people
    .filter(({ isProband }) => isProband)
    .map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim())
    .filter((name) => name !== '')
  return (
    <>
      <PageHead
        title={family.name}
        tabTitle={texts.family}
        actions={mayChange && <RenameFamily family={family} />}
        crumbs={[
          <Link key="families" to="/families">
            {texts.families}
          </Link>,
          texts.family,
        ]}
        sub={
          <InlineList
            of={[
              probands.length > 0 ? texts.proband(probands.join(', ')) : texts.noProband,
              texts.number(family.id),
              counted(document.people.length, 'person', 'people'),
              texts.SAVED[state.status.kind],
            ]}
          />
        }
      />
      <TabBar
        label={texts.parts}
        value={chosen?.key ?? ''}
        onChange={(key) => void navigate({ search: (before) => ({ ...before, tab: key }), replace: true })}
        tabs={tabs.map(({ key, title, Content }) => ({
          ...{ key, title },
          // Loaded when it is first opened, and kept while another tab is open.
          content: visited.has(key) ? <Content /> : null,
        }))}
      />
    </>
  )
}
