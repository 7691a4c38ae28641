/** What holds for every page. The components' own styles come with the components (see vite.config.ts). */
import '@fontsource-variable/inter/wght.css'
import '#ui/inter-fallback.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './portal.css'
