import { BarChart } from '@mantine/charts'
import type { FigureTable } from './tables.ts'

/** Told apart in light and dark, and by their order where colors are not seen. */
const COLORS = [
  'brand.6',
  'yellow.6',
  'orange.7',
  'red.6',
  'gray.6',
  'grape.6',
  'teal.6',
  'indigo.6',
  'lime.8',
]
/** From on time to very late; then without a promised day. */
const PUNCTUALITY = ['green.6', 'yellow.4', 'yellow.7', 'orange.7', 'red.7']
const MOST_BARS = 36

/** Of many tests or providers the first, which have the most orders. */
const MOST_GROUPS = 12

/** The bars of a table's columns. Loaded after the page: the library is larger than the page itself. */
export function MonthBars({ table }: { table: FigureTable }) {
  const { columns, rows, chart, id } = table
  const colors = id === 'turnaround' ? PUNCTUALITY : COLORS
  const isByMonth = id !== 'tests' && id !== 'providers'
  const visible = rows.slice(0, isByMonth ? MOST_BARS : MOST_GROUPS)
  // Names with dots would be read as paths, so each series has a number.
  const series = chart.columns.map((column, index) => ({
    name: `c${column}`,
    label: columns[column] ?? '',
    color: colors[index % colors.length] ?? 'gray.6',
  }))
  const data = visible.map(({ label, cells }) => ({
    label,
    ...Object.fromEntries(chart.columns.map((column) => [`c${column}`, cells[column]?.value])),
  }))
  return (
    <BarChart
      h={isByMonth ? 220 : 60 + 34 * visible.length}
      data={data}
      dataKey="label"
      series={series}
      type={chart.isStacked ? 'stacked' : 'default'}
      orientation={isByMonth ? 'horizontal' : 'vertical'}
      unit={chart.isPercent ? '%' : ''}
      withLegend
      legendProps={{ verticalAlign: 'bottom' }}
      yAxisProps={isByMonth ? { width: 40, allowDecimals: false } : { width: 150 }}
      // The table below is what a screen reader reads.
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false }}
      maxBarWidth={36}
    />
  )
}
