// Package custom makes apps of the simulated phone out of files that a user writes: YAML or JSON with screens, elements, actions
// and variables, or screens that were captured from a phone (a picture and the hierarchy that uiautomator wrote).
//
//	package: com.example.visit
//	label: Visitors
//	state: {name: "", visits: 0}
//	start: door
//	screens:
//	  door:
//	    title: Welcome
//	    elements:
//	      - text: "Visits so far: {visits}"
//	      - {field: name, hint: Your name, id: name}
//	      - button: Come in
//	        id: enter
//	        do:
//	          - {when: name == "", toast: Say your name, stop: true}
//	          - add: {visits: 1}
//	          - go: hall
//	  hall:
//	    capture: hall.xml
//	    picture: hall.png
//	    on:
//	      - {id: com.example.real:id/leave, do: [{back: true}]}
//
// docs/custom-apps.md has every key. Each file is one app; paths in it are relative to it.
package custom
