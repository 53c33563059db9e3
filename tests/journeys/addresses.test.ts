import { describeCraftedAddresses } from './scenarios/crafted-addresses.ts'
import { useWorld } from './support/world.ts'

describeCraftedAddresses(useWorld())
