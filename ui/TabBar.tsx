import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './tab-bar.module.css'

interface Tab<T extends string> {
  key: T
  title: string
  /** After the title: a count, or a number of errors. */
  badge?: ReactNode
  content: ReactNode
}

interface TabBarProps<T extends string> {
  /** The tab list's name for screen readers: 'Order menu'. */
  label: string
  tabs: readonly Tab<T>[]
  value: T
  onChange: (key: T) => void
}

/** Tabs with their panels. Arrow keys move between tabs; input in a panel is kept while another is shown. */
export function TabBar<T extends string>({ label, tabs, value, onChange }: TabBarProps<T>) {
  return (
    <Tabs
      value={value}
      onChange={(key) => {
        const chosen = tabs.find((tab) => tab.key === key)
        if (chosen) onChange(chosen.key)
      }}
    >
      <Tabs.List aria-label={label} className={classes.list}>
        {tabs.map(({ key, title, badge }) => (
          <Tabs.Tab key={key} value={key} rightSection={badge}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ key, content }) => (
        <Tabs.Panel key={key} value={key} pt="md">
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
