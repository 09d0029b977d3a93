/** Charts that render nothing, each with the reason. */
export const offScreen: Readonly<Record<string, string>> = {
  allowance: 'waits for the end of the day; what it brings is shown by session and studio',
  run: 'one photo through one function; its screens are those of runs and overlay',
  keeper: 'keeps photos on the device for the charts that show them',
  encoder: 'makes files of a picture; its screens are parts of those of result and studio',
  resultEncoder: 'the encoder of the result page, whose screens show it',
  ownPicture: 'a picture for an option; the settings of that option show it, in the studio',
  recordWatch: 'follows a record for the charts that show it',
  analytics: 'sends product events; the debug console shows what it does',
  service: 'one outside service; its events go out unseen',
  tabs: 'makes the charts on screen load again; it shows nothing itself',
  unseen: 'its mark is in the header, its words in the title of the tab',
  orderRecord: 'the life of an order on the server',
  paymentRecord: 'the life of a try to pay an order, on the server',
  subscriptionRecord: 'the life of a plan on the server',
  taskRecord: 'the life of a task on the server; its screens are those of studio and result',
};
